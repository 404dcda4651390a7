/** A plan in one line, and what there is to say about it. */
import type { Explanation, ReadExplanation, UnitsEstimate } from '../../code/explain-statement.js'
import { countOf, formatBytes, formatCount } from '../../design/format.js'
import { printValue } from '../../values/print-value.js'

export interface PlanText {
  readonly line: string
  readonly cost: string
  readonly notes: readonly string[]
  readonly isScan: boolean
}

export function planText(explanation: Explanation): PlanText {
  const { warnings } = explanation
  if (explanation.kind === 'write') {
    const { access, table, key } = explanation
    const values = Object.entries(key).map(([name, value]) => `${name} = ${printValue(value, 40)}`)
    const item = values.length === 0 ? 'one item' : `the item ${values.join(', ')}`
    return {
      line: `${access} ${item} ${access === 'Insert' ? 'into' : 'in'} ${table}`,
      cost: costOf(explanation.units, 'WCU'),
      notes: warnings,
      isScan: false,
    }
  }
  return {
    line: readLine(explanation),
    cost: costOf(explanation.units, 'RCU'),
    notes: [...warnings, ...readNotes(explanation)],
    isScan: explanation.access === 'Scan',
  }
}

function readLine({ access, table, index, reads, usesSort, items, bytes }: ReadExplanation) {
  const place = index === undefined ? table : `${index} of ${table}`
  switch (access) {
    case 'Get':
      return `Get ${countOf(reads, 'item')} from ${place} by key`
    case 'Query': {
      const narrowed = usesSort ? ', narrowed by the sort key' : ''
      return `Query on ${place}, ${reads === 1 ? '1 partition' : `${reads} reads by key`}${narrowed}`
    }
    case 'Scan':
      return `Scan of ${place}: reads all ${countOf(items, 'item')}, ${formatBytes(bytes)}`
  }
}

function readNotes({ access, filters, betterIndex, table }: ReadExplanation): readonly string[] {
  const notes: string[] = []
  if (betterIndex === '') notes.push(`The key of ${table} itself would answer this with a Query.`)
  else if (betterIndex !== undefined) {
    notes.push(`A Query does the same: FROM "${table}"."${betterIndex}"`)
  }
  if (filters.length > 0 && access !== 'Scan') {
    notes.push(
      `${filters.join(', ')} ${filters.length === 1 ? 'filters' : 'filter'} after reading.`,
    )
  }
  return notes
}

function costOf({ least, most }: UnitsEstimate, unit: string): string {
  if (most === undefined) return `at least ${formatCount(least)} ${unit}`
  if (least === most) return `about ${formatCount(least)} ${unit}`
  return `${formatCount(least)} to ${formatCount(most)} ${unit}`
}
