/** One formatter for each zone: formatters are slow to make and needed in every row. */
export function createZonedFormatter(
  options: Pick<Intl.DateTimeFormatOptions, 'month' | 'day'>,
): (timeZone: string) => Intl.DateTimeFormat {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    let formatter = formatters.get(timeZone);
    if (formatter === undefined) {
      formatter = new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        ...options,
      });
      formatters.set(timeZone, formatter);
    }
    return formatter;
  };
}
