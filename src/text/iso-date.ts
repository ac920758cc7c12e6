/** Reads dates of ISO 8601, as content management systems and databases write them, by the calendar. */

/** The parts of a date as they are written, but `zone`, which is normalised. */
type IsoDate = {
  /** `2024-01-31`. */
  day: string;
  /** `14:30`. Absent for a day alone. */
  minute?: string;
  /** `05`. */
  second?: string;
  /** The digits after the point. */
  fraction?: string;
  /** `Z`, or `+01:00`. */
  zone?: string;
};

const FORM =
  /^((\d{4})-(\d\d)-(\d\d))(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d+))?)?(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?)?$/i;

/**
 * Parses a date: a day, optionally with a time, a fraction of a second and a zone.
 * @returns `undefined` for any other text, and for a day that the calendar lacks, such as 2024-02-31
 */
export function readIsoDate(text: string): IsoDate | undefined {
  const [match, day, year, month, date, minute, second, fraction, zone] = FORM.exec(text) ?? [];
  if (match === undefined || !isInCalendar(Number(year), Number(month), Number(date))) return undefined;
  return { day, minute, second, fraction, zone: zone?.toUpperCase().replace(/^(...)(\d\d)$/, "$1:$2") };
}

/** Returns the milliseconds since 1970; a date without a zone is UTC. */
export function instantOfDate({
  day,
  minute = "00:00",
  second = "00",
  fraction = "0",
  zone = "Z",
}: IsoDate): number {
  return Date.parse(`${day}T${minute}:${second}.${fraction.slice(0, 3)}${zone}`);
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isInCalendar(year: number, month: number, day: number): boolean {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeapYear ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
}
