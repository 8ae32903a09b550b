/** Sorts the trials by a column, and shows those of one outcome. Plain JavaScript: it runs in the reader's browser. */
export const script = `
const table = document.querySelector('#trials');
const body = table?.tBodies[0];
for (const header of table?.querySelectorAll('th') ?? []) {
  header.querySelector('button').addEventListener('click', () => {
    const up = header.getAttribute('aria-sort') !== 'ascending';
    for (const other of table.querySelectorAll('th')) other.removeAttribute('aria-sort');
    header.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    const keyOf = (row) => row.cells[header.cellIndex].dataset.key ?? row.cells[header.cellIndex].textContent;
    const numeric = header.classList.contains('number');
    // What was not measured stays at the end either way.
    const compare = (a, b) =>
      (a === '') - (b === '') || (up ? 1 : -1) * (numeric ? Number(a) - Number(b) : a.localeCompare(b));
    body.append(...[...body.rows].sort((a, b) => compare(keyOf(a), keyOf(b))));
  });
}
document.querySelector('#outcome')?.addEventListener('change', (event) => {
  for (const row of body.rows) row.hidden = event.target.value !== '' && row.dataset.outcome !== event.target.value;
});
`;
