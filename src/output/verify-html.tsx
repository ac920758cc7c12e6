/** A finished import, checked, as one page of HTML: totals that can be shown to anybody, and what each page lost. */
import { PAGE_PARTS, type PageCheck, type PropertyLoss } from "../completeness/check-page.ts";
import { htmlReport } from "./html-report.tsx";
import { ComparedSources, NUMBERS, Numbers, numberHead, PageName, Section, Table } from "./report-tables.tsx";
import {
  affectedInWords,
  type CheckedImport,
  changesOf,
  conclusion,
  findingsOf,
  lossyPages,
  lostProperties,
  namedSources,
  PART_TITLES,
  remarks,
  stateInWords,
  type Total,
  totalRows,
} from "./verify-view.ts";

/** How many pages are shown: lists of thousands are for CSV. */
const SHOWN_PAGES = 500;
const SHOWN_CHANGES = 100;
/** More missing words and names of a page are folded on a screen, in characters. */
const SHOWN_TEXT = 240;

/** @param title the name of the old site */
export async function importCheckHtml(title: string, checked: CheckedImport): Promise<string> {
  const { old, check } = checked;
  const { pages: lossy, missing: languages } = lossyPages(check);
  const missing = lossy.filter(({ state }) => state === "missing");
  const others = lossy.filter(({ state }) => state !== "missing");
  const changes = changesOf(check.pages);
  const findings = findingsOf(check.pages);
  const sources = namedSources(checked);
  return htmlReport(
    `Is everything there? ${title}`,
    <main class="audit report">
      <h1>
        Is everything there? <bdi>{title}</bdi>
      </h1>
      <ComparedSources old={sources.old} other={sources.new} />
      <Properties properties={check.properties} />
      <Totals rows={totalRows(check)} />
      {[...remarks({ old, check }), ...languages].map((line) => (
        <p key={line} class="lead">
          {line}.
        </p>
      ))}
      {lossy.length + languages.length === 0 ? (
        <p>{conclusion(check).replace("nothing", "Nothing")}.</p>
      ) : null}
      <Pages title="Pages that are not imported" pages={missing} />
      <Pages title="Pages that lost something" pages={others} />
      {findings.length > 0 ? (
        <Section title="Findings" count={findings.length} shown={SHOWN_CHANGES}>
          <Table heads={["Page", "Finding"]} label="Findings">
            {findings.slice(0, SHOWN_CHANGES).map(({ page, finding }, i) => (
              <tr key={i}>
                <td data-title="Page">
                  <PageName path={page.path} />
                </td>
                <td data-title="Finding">
                  <bdi>
                    {finding.is}: {finding.text}
                  </bdi>
                </td>
              </tr>
            ))}
          </Table>
        </Section>
      ) : null}
      {changes.length > 0 ? (
        <Section title="Names and URLs changed" count={changes.length} shown={SHOWN_CHANGES}>
          <Table heads={["Page", "Before", "After"]} label="Names and URLs changed">
            {changes.slice(0, SHOWN_CHANGES).map(({ page, before, after }, i) => (
              <tr key={i}>
                <td data-title="Page">
                  <PageName path={page.path} />
                </td>
                <td data-title="Before">
                  <bdi>{before}</bdi>
                </td>
                <td data-title="After">
                  <bdi>{after}</bdi>
                </td>
              </tr>
            ))}
          </Table>
        </Section>
      ) : null}
    </main>,
  );
}

/** What properties lost on all pages. */
function Properties({ properties }: { properties: readonly PropertyLoss[] }) {
  if (properties.length === 0) return null;
  const parts = PAGE_PARTS.filter((part) => properties.some(({ lost }) => lost[part] > 0));
  const titles = ["Values lost", ...parts.map((part) => PART_TITLES[part])];
  return (
    <Section title="Properties with losses" count={properties.length} shown={SHOWN_PAGES}>
      <Table heads={["Property", ...titles.map(numberHead)]} label="Properties with losses">
        {properties.slice(0, SHOWN_PAGES).map((each) => (
          <tr key={each.property}>
            <td data-title="Property">
              <bdi>{each.property}</bdi>
            </td>
            <Numbers
              titles={titles}
              cells={[affectedInWords(each), ...parts.map((part) => each.lost[part] || "")]}
            />
          </tr>
        ))}
      </Table>
    </Section>
  );
}

const TOTALS = ["Old site", "Imported", "Missing", "Kept"];

function Totals({ rows }: { rows: readonly Total[] }) {
  return (
    <section class="audit-section" aria-label="Totals">
      <Table heads={["Compared", ...TOTALS.map(numberHead)]} label="Totals">
        {rows.map(({ what, old, imported, missing, kept }) => (
          <tr key={what}>
            <td>{what}</td>
            <Numbers titles={TOTALS} cells={[old, imported, missing, kept]} />
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** The pages with what each lost. */
function Pages({ title, pages }: { title: string; pages: readonly PageCheck[] }) {
  if (pages.length === 0) return null;
  const parts = PAGE_PARTS.filter((part) => pages.some(({ losses }) => losses[part].lost > 0));
  const titles = parts.map((part) => PART_TITLES[part]);
  const isOfSeveral = pages.some(({ language }) => language !== undefined);
  const heads = ["Page", ...(isOfSeveral ? ["Language"] : []), ...titles.map(numberHead), "What is missing"];
  return (
    <Section title={title} count={pages.length} shown={SHOWN_PAGES}>
      <Table heads={heads} label={title}>
        {pages.slice(0, SHOWN_PAGES).map((page) => (
          <tr key={`${page.key} ${page.language}`}>
            <td data-title="Page">
              <PageName path={page.path} />
            </td>
            {isOfSeveral ? <td data-title="Language">{page.language}</td> : null}
            <Numbers
              titles={titles}
              cells={parts.map((part) =>
                page.losses[part].lost > 0
                  ? `${NUMBERS.format(page.losses[part].lost)} of ${NUMBERS.format(page.losses[part].count)}`
                  : "",
              )}
            />
            <td data-title="What is missing">
              {page.state === "missing" ? null : stateInWords(page)}
              {PAGE_PARTS.map((part) => (
                <Missing key={part} title={PART_TITLES[part]} missing={page.losses[part].missing} />
              ))}
              <Missing title="in" missing={lostProperties(page)} />
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

function Missing({ title, missing }: { title: string; missing: readonly string[] }) {
  if (missing.length === 0) return null;
  const text = missing.join(title === "words" ? " | " : ", ");
  if (text.length <= SHOWN_TEXT) {
    return (
      <p>
        <span class="quiet">{title}</span> <bdi>{text}</bdi>
      </p>
    );
  }
  return (
    <details>
      <summary>
        <span class="quiet">{title}</span> <bdi>{text.slice(0, SHOWN_TEXT).replace(/\s+\S*$/, "")} …</bdi>
      </summary>
      <bdi>{text}</bdi>
    </details>
  );
}
