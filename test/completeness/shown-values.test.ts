/** Values in texts: the forms in which pages of several languages show numbers and dates, and which properties pages are expected to show. */
import { describe, expect, it } from "vitest";
import { plainText, ShownProperties, showsForm, ValueForms } from "../../src/completeness/shown-values.ts";

const shows = (text: string, kind: "number" | "date" | "choice", value: string | number, language = "en") =>
  showsForm(plainText(text), new ValueForms().of({ kind, value }, language) ?? []);

describe("ValueForms finds a number that is written as", () => {
  it.each([
    [1234.5, "from 1234.5 kr"],
    [1234.5, "1,234.50 USD"],
    [1234.5, "1.234,5 €"],
    [1234.5, "1.234,50 €"],
    [1234.5, "1\u202f234,50 €"],
    [1234.5, "1’234.50 Fr."],
    [1234.5, "١٬٢٣٤٫٥ ر.س"],
    [499, "Preis: 499,– Euro"],
    [499, "$499.00"],
    ["0499.50", "499.5"],
    [-12, "−12 °C"],
  ])("%s in %j", (value, text) => {
    expect(shows(text, "number", value)).toBe(true);
  });

  it.each([
    [1234.5, "1,234.51"],
    [1234.5, "11,234.5"],
    [499, "1499"],
    [499, "499.5"],
    [12, "2012"],
    [1, "1,5"],
  ])("%s not in %j", (value, text) => {
    expect(shows(text, "number", value)).toBe(false);
  });
});

describe("ValueForms finds 2026-06-03 that is written as", () => {
  it.each([
    ["en", "June 3, 2026"],
    ["en", "Jun 3, 2026, 9 pm"],
    ["en", "3 June 2026"],
    ["en", "6/3/26"],
    ["en", "03 Jun 2026"],
    ["en", "2026-06-03"],
    ["de", "3. Juni 2026"],
    ["de", "Mittwoch, 3. Juni"],
    ["de", "03.06.26"],
    ["da", "3. juni 2026"],
    ["da-DK", "03.06.2026"],
    ["ar", "٣ يونيو ٢٠٢٦"],
    ["ar", "3 يونيو 2026"],
    ["ar-SA", "١٧ ذو الحجة ١٤٤٧ هـ"],
    ["not a language", "3 June 2026"],
  ])("%s: %j", (language, text) => {
    expect(shows(text, "date", "2026-06-03T00:00:00", language)).toBe(true);
  });

  it.each([
    ["en", "June 4, 2026"],
    ["en", "June 13, 2026"],
    ["de", "13. Juni 2026"],
    ["da", "3. juli 2026"],
    ["ar", "٤ يونيو ٢٠٢٦"],
  ])("%s: not %j", (language, text) => {
    expect(shows(text, "date", "2026-06-03T00:00:00", language)).toBe(false);
  });

  it("and choices as whole words, and looks for no switches", () => {
    expect(shows("Made of red brick", "choice", "Red")).toBe(true);
    expect(shows("A hundred bricks", "choice", "red")).toBe(false);
    expect(new ValueForms().of({ kind: "boolean", value: true })).toBeUndefined();
  });
});

describe("ShownProperties expects a property", () => {
  const counted = (shown: number, all: number, byOthers: boolean) => {
    const properties = new ShownProperties();
    for (let i = 0; i < all; i++) properties.add("event.price", i < shown, [byOthers, false, byOthers]);
    return properties.isExpected("event.price");
  };

  it.each<[what: string, isExpected: boolean, expected: boolean]>([
    ["that all pages show", counted(5, 5, false), true],
    ["that all but one show", counted(4, 5, false), true],
    ["that 9 of 10 show", counted(27, 30, false), true],
    ["not if two of five do not", counted(3, 5, false), false],
    ["not if it has fewer than five values", counted(4, 4, false), false],
    ["not if other pages show its values, too", counted(5, 5, true), false],
    ["not if nothing is known of it", new ShownProperties().isExpected("event.date"), false],
  ])("%s", (_, isExpected, expected) => {
    expect(isExpected).toBe(expected);
  });

  it("with few values, if those of its alias are shown", () => {
    const properties = new ShownProperties();
    for (const type of ["concert", "talk", "walk"]) {
      for (let i = 0; i < 2; i++) properties.add(`${type}.date`, true, [false]);
    }
    properties.add("walk.end", false, [false]);
    expect([properties.isExpected("walk.date"), properties.isExpected("walk.end")]).toEqual([true, false]);
  });
});
