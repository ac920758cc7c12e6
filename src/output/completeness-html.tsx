/** The completeness of two compared sites as one page of HTML. */
import type { Completeness } from "../analysis/diff/completeness.ts";
import type { SiteDiff } from "../analysis/diff/site-diff.ts";
import { NODE_COUNTS } from "../site/node-counts.ts";
import { siteNameOf } from "../site/site-name.ts";
import { namesByTree } from "../site/tree/node-names.ts";
import { namedSite } from "./compared-sources.ts";
import { changeOf, signed } from "./completeness-view.ts";
import { htmlReport } from "./html-report.tsx";
import { Numbers, PageName, ReportHead, Section, Table } from "./loss-tables.tsx";

const SHOWN_PAGES = 500;

/** Returns the page: totals, then the pages that have fewer. */
export function completenessHtml(diff: SiteDiff, { totals, fewer }: Completeness): Promise<string> {
  const namesOf = namesByTree();
  const title = siteNameOf(diff.old.path, diff.old.trees);
  const heads = ["Before", "After", "Difference"];
  return htmlReport(
    `Is everything there? ${title}`,
    <main class="audit report">
      <ReportHead title={title} sources={{ old: namedSite(diff.old), new: namedSite(diff.new) }} />
      <section class="audit-section" aria-label="Totals">
        <Table heads={["All pages", ...heads]} label="Totals" numbersFrom={1}>
          {(["pages", ...NODE_COUNTS] as const).map((name) => (
            <tr key={name}>
              <td>{name}</td>
              <Numbers
                titles={heads}
                cells={[
                  totals.before[name],
                  totals.after[name],
                  signed(totals.after[name] - totals.before[name]),
                ]}
              />
            </tr>
          ))}
        </Table>
      </section>
      {fewer.length === 0 ? <p>No page has fewer.</p> : null}
      {fewer.length > 0 ? (
        <Section
          title="Pages with fewer words, pictures, links or elements"
          count={fewer.length}
          shown={SHOWN_PAGES}
        >
          <Table heads={["Page", ...NODE_COUNTS]} label="Pages with fewer" numbersFrom={1}>
            {fewer.slice(0, SHOWN_PAGES).map((page) => (
              <tr key={page.node.tree.keyAt(page.node.index)}>
                <td data-title="Page">
                  <PageName
                    path={[
                      ...namesOf(page.node.tree).above(page.node.index),
                      namesOf(page.node.tree).at(page.node.index),
                    ]}
                  />
                </td>
                <Numbers titles={NODE_COUNTS} cells={NODE_COUNTS.map((name) => changeOf(page, name))} />
              </tr>
            ))}
          </Table>
        </Section>
      ) : null}
    </main>,
  );
}
