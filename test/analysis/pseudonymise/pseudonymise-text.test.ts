/** Pseudonyms of texts: in the form of the original, deterministic; references to nodes, files and pages are kept. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  emailPseudonym,
  numberPseudonym,
  phonePseudonym,
  pseudonymiseText,
  textPseudonym,
} from "../../../src/analysis/pseudonymise/pseudonymise-text.ts";
import { anyCharacter } from "../../support/any-character.ts";

/** The class of each character: upper case, lower case, digit, or the character itself. */
function classesOf(text: string): string {
  return text.replace(/\p{L}/gu, (letter) => (/\p{Lu}/u.test(letter) ? "A" : "a")).replace(/\p{Nd}/gu, "9");
}

const EMAIL = /^[\w.+-]+@example\.(?:com|net|org)$/;

describe("pseudonyms", () => {
  it("textPseudonym keeps the classes of characters, and is deterministic", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
        const made = textPseudonym(text);
        // Letters without case are replaced by letters with case.
        expect(classesOf(made).replace(/A/g, "a")).toBe(classesOf(text).replace(/A/g, "a"));
        expect(textPseudonym(text)).toBe(made);
      }),
    );
    expect(classesOf(textPseudonym("Åshild Nøttveit, 47"))).toBe("Aaaaaa Aaaaaaaa, 99");
    expect(textPseudonym("Åshild Nøttveit, 47")).not.toContain("shild");
  });

  it("numberPseudonym returns a JSON number", () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })), (number) => {
        const text = JSON.stringify(number);
        const made = numberPseudonym(text);
        expect(() => JSON.parse(made)).not.toThrow();
        expect(classesOf(made)).toBe(classesOf(text));
      }),
    );
  });

  it.each(["2024-01-31", "2024-01-31T09:12:00", "2024-01-31 09:12", "2024-01-31T09:12:00.123Z"])(
    "textPseudonym returns a date in the same year for %s",
    (date) => {
      const made = textPseudonym(date);
      expect(made).not.toBe(date);
      expect(classesOf(made)).toBe(classesOf(date));
      expect(Date.parse(made)).not.toBeNaN();
      expect(made.slice(0, 4)).toBe("2024");
    },
  );

  it("emailPseudonym returns an address at an example domain, the same in any case", () => {
    const made = emailPseudonym("Kari.Nordmann+7@firma.no");
    expect(made).toMatch(EMAIL);
    expect(classesOf(made.split("@")[0])).toBe("Aaaa.Aaaaaaaa+9");
    expect(emailPseudonym("kari.nordmann+7@FIRMA.no").toLowerCase()).toBe(made.toLowerCase());
    expect(emailPseudonym("kari.nordmann@firma.no")).not.toBe(made);
    expect(emailPseudonym(made)).toBe(made);
  });

  it("phonePseudonym returns the same digits however the number is written", () => {
    const digits = phonePseudonym("90012345");
    expect(digits).toMatch(/^\d{8}$/);
    expect(digits).not.toBe("90012345");
    for (const [phone, shape] of [
      ["900 12 345", "ddd dd ddd"],
      ["+47 900 12 345", "+47 ddd dd ddd"],
      ["0047 90012345", "0047 dddddddd"],
    ]) {
      let next = 0;
      expect(phonePseudonym(phone)).toBe(shape.replace(/d/g, () => digits[next++]));
    }
    expect(phonePseudonym("(055) 12 34 56")).toMatch(/^\(0\d\d\) \d\d \d\d \d\d$/);
  });
});

describe("pseudonymiseText: contacts", () => {
  it.each([
    "Write to kari@firma.no.",
    '<a href="mailto:kari@firma.no?subject=Hi">Kari</a>',
    "kari@firma.no,ola@firma.co.uk",
    "Kåre <kåre.ås@bedrift-as.no>",
  ])("replaces addresses in %s", (text) => {
    const made = pseudonymiseText(text, "contacts");
    for (const address of text.match(/[\p{L}.]+@[\p{L}.-]+\p{L}/gu) ?? [])
      expect(made).not.toContain(address);
    expect(made.match(/@example\.(?:com|net|org)/g)?.length).toBe(text.match(/@/g)?.length);
    expect(made.replace(/[\p{L}.]+@[\p{L}.-]+\p{L}/gu, "")).toBe(
      text.replace(/[\p{L}.]+@[\p{L}.-]+\p{L}/gu, ""),
    );
  });

  it.each([
    "+47 900 12 345",
    "Call 900 12 345 today",
    "Ring 12 34 56 78.",
    "(055) 12-34-56",
    "0047 55 55 55 55",
    "tel +1 (212) 736-5000",
    '<a href="tel:90012345">Ring</a>',
    "020 7946 0958",
  ])("replaces the number in %s", (text) => {
    const made = pseudonymiseText(text, "contacts");
    expect(made).not.toBe(text);
    expect(classesOf(made)).toBe(classesOf(text));
  });

  it.each([
    "2024-01-31",
    "31.01.2024",
    "31.01.2024 10.00",
    "2015 - 2016",
    "2015 2016 2017",
    "10.00 - 18.00",
    "1 000 000",
    "12.000.000",
    "192.168.100.200",
    "59.91390 10.75220",
    "90012345",
    "umb://document/ca6558e181be46e1a36799864e2b06fc",
    "ca6558e1-81be-46e1-a367-99864e2b06fc",
    '<img src="/media/1234/logo@2x.png" data-id="12345678" />',
    '<img src="/media/12345678/900 12 345 a@b.no.png">',
    "/media/1234567/my image@2x.png",
    '<a href="/{localLink:1234567}">x</a>',
    "https://user@host.example/a?mail=x@y.no",
    "Version 1.2.3, 50 % of 1234",
    "@someone, 7 @ home, a@b",
  ])("keeps %s", (text) => {
    expect(pseudonymiseText(text, "contacts")).toBe(text);
  });

  it("replaces digits without separators only if the property is for phone numbers", () => {
    expect(pseudonymiseText("90012345", "phone")).toBe(phonePseudonym("90012345"));
    expect(pseudonymiseText("1234", "phone")).toBe("1234");
  });
});

describe("pseudonymiseText: all", () => {
  it("keeps markup and link targets, and replaces all visible text", () => {
    const text =
      '<p class="lead">Åse &aring; <a href="/{localLink:1234}" title="Om Kari">Kari</a> <a href="mailto:kari@firma.no">skriv</a><img alt=\'Kari\' src="/media/1/kari.jpg"></p>';
    const made = pseudonymiseText(text, "all");
    expect(made).toMatch(
      /^<p class="lead">[A-Z][a-z]{2} &aring; <a href="\/\{localLink:1234\}" title="[A-Z]\w [A-Z]\w{3}">[A-Z]\w{3}<\/a> <a href="mailto:\w{4}@example\.\w{3}">\w{5}<\/a><img alt='[A-Z]\w{3}' src="\/media\/1\/kari.jpg"><\/p>$/,
    );
    expect(made).not.toMatch(/Kari|Åse|skriv/);
  });

  it("takes linear time", () => {
    for (const unit of ["a", "a.", "<", "<a ", "9 ", "@", "a@", "umb:/", "&", '="', "(0"]) {
      const text = unit.repeat(50_000 / unit.length);
      for (const part of ["contacts", "all"] as const)
        expect(pseudonymiseText(text, part).length).toBe(text.length);
    }
  }, 30_000);
});
