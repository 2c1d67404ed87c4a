/** The low five bits of a base type; the rest tells whether the order of its bytes matters. */
const NUMBER_MASK = 0x1f;
const STRING = 7;

const SIZES = [1, 1, 1, 2, 2, 4, 4, 1, 4, 8, 1, 2, 4, 1, 8, 8, 8];

/** One value of a field; NaN for FIT's invalid values, for text, and for a field too small for its type. */
export function readBaseType(view: DataView, at: number, size: number, baseType: number, isLittle: boolean): number {
  const type = baseType & NUMBER_MASK;
  if (size < (SIZES[type] ?? Infinity)) return NaN;
  switch (type) {
    case 0:
    case 2:
    case 13:
      return unless(view.getUint8(at), 0xff);
    case 1:
      return unless(view.getInt8(at), 0x7f);
    case 3:
      return unless(view.getInt16(at, isLittle), 0x7f_ff);
    case 4:
      return unless(view.getUint16(at, isLittle), 0xff_ff);
    case 5:
      return unless(view.getInt32(at, isLittle), 0x7f_ff_ff_ff);
    case 6:
      return unless(view.getUint32(at, isLittle), 0xff_ff_ff_ff);
    case 8:
      return view.getFloat32(at, isLittle);
    case 9:
      return view.getFloat64(at, isLittle);
    case 10:
      return unless(view.getUint8(at), 0);
    case 11:
      return unless(view.getUint16(at, isLittle), 0);
    case 12:
      return unless(view.getUint32(at, isLittle), 0);
    case 14:
      return Number(view.getBigInt64(at, isLittle));
    case 15:
    case 16:
      return Number(view.getBigUint64(at, isLittle));
    default:
      return NaN;
  }
}

const unless = (value: number, invalid: number): number => (value === invalid ? NaN : value);

/** The text up to its first zero byte; UTF-8. Null when the field is no text or empty. */
export function readBaseText(view: DataView, at: number, size: number, baseType: number): string | null {
  if ((baseType & NUMBER_MASK) !== STRING) return null;
  let encoded = '';
  for (let end = at; end < at + size; end += 1) {
    const byte = view.getUint8(end);
    if (byte === 0) break;
    encoded +=
      byte === 0x25 || byte >= 0x80 || byte < 0x20
        ? `%${byte.toString(16).padStart(2, '0')}`
        : String.fromCharCode(byte);
  }
  try {
    return decodeURIComponent(encoded).trim() || null;
  } catch {
    // Not UTF-8: an unreadable name is left out.
    return null;
  }
}
