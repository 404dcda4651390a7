/** The output of a bench: aligned tables, and targets with whether they hold. */
import { availableParallelism, cpus } from 'node:os'

export type Row = readonly (string | number)[]

/** The first column is aligned left, the others right. */
export function table(head: Row, rows: readonly Row[]): string {
  const lines = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  return lines.map((line) => line.map((cell, i) => pad(cell, i, widths[i]!)).join('  ')).join('\n')
}

function pad(cell: string, column: number, width: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}

export function targetLine(what: string, holds: boolean): string {
  return `target: ${what}: ${holds ? 'holds' : 'MISSED'}`
}

export function machine(): string {
  const model = cpus()[0]?.model ?? 'unknown processor'
  return `${availableParallelism()} cores (${model}), Node ${process.version}`
}

export function ratio(value: number, reference: number): string {
  return `${(value / reference).toFixed(2)}x`
}
