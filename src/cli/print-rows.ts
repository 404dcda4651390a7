/** Prints a table with aligned columns; the first row is its head. */
export function printRows(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  for (const row of rows) {
    const cells = row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i]!)))
    process.stdout.write(`${cells.join('  ')}\n`)
  }
}
