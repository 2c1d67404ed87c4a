import { isValidElement, useState } from 'react';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Equal in what they hold: elements by type, key and props; functions, nodes of the page and the like only where they are
 * one. For `memo`: a row is drawn again when something in it has changed.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (one instanceof Map && other instanceof Map) {
    return one.size === other.size && [...one].every(([key, value]) => other.has(key) && isSame(value, other.get(key)));
  }
  if (one instanceof Set && other instanceof Set)
    return one.size === other.size && [...one].every((key) => other.has(key));
  if (isValidElement(one) && isValidElement(other)) {
    return one.type === other.type && one.key === other.key && isSame(one.props, other.props);
  }
  if (!isPlain(one) || !isPlain(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && isSame((one as Fields)[key], (other as Fields)[key]))
  );
}

const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

/** The value of before for as long as it holds the same. */
export function useSame<Value>(next: Value): Value {
  const [kept, keep] = useState(next);
  if (isSame(kept, next)) return kept;
  keep(next);
  return next;
}
