/** The head of a column by which a table sorts. */

type HeadingProps = {
  field: string;
  title: string;
  class?: string | undefined;
  sort: string | undefined;
  /** Absent if there are too many rows to sort. */
  onSort: ((sort: string | undefined) => void) | undefined;
};

/** Sorts from the first, from the last, and then as the data has it. */
export function SortHeading({ field, title, class: className, sort, onSort }: HeadingProps) {
  const order = sort === field ? "ascending" : sort === `-${field}` ? "descending" : undefined;
  const next = order === "ascending" ? `-${field}` : order === "descending" ? undefined : field;
  return (
    <th scope="col" class={className} aria-sort={order}>
      {onSort ? (
        <button type="button" class="sort" data-order={order} onClick={() => onSort(next)}>
          <bdi>{title}</bdi>
        </button>
      ) : (
        <bdi>{title}</bdi>
      )}
    </th>
  );
}
