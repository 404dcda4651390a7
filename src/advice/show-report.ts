/** A report as text. */
import type { Advice } from './advice.js'
import type { AdviceReport, TableReport } from './advise.js'
import { counted, shownSpan, shownUsd } from './show-figures.js'

export function reportText(report: AdviceReport): string {
  const { workload, tables, monthly, notes } = report
  const { account, region } = workload.scope
  const advised = tables.filter(({ advice }) => advice.length > 0)
  const quiet = tables.length - advised.length
  return [
    `${counted(tables.length, 'table')} of account ${account} in ${region}, ${shownSpan(report.recordedMs)} recorded`,
    savingLine(monthly),
    ...advised.map(tableText),
    ...(quiet > 0 ? [`${counted(quiet, 'table')} without advice.`] : []),
    notes.join('\n'),
  ].join('\n\n')
}

export function savingLine({ beforeUsd, afterUsd }: AdviceReport['monthly']): string {
  const before = `${shownUsd(beforeUsd)} a month on AWS as it is`
  return afterUsd < beforeUsd
    ? `${before}, ${shownUsd(afterUsd)} after the largest saving of each table`
    : before
}

function tableText({ table, bill, advice }: TableReport): string {
  return [`${table.name}: ${shownUsd(bill.usd)} a month`, ...advice.map(adviceText)].join('\n')
}

function adviceText(advice: Advice): string {
  const { rule, indexName, finding, action } = advice
  const place = indexName === undefined ? rule : `${rule}, index ${indexName}`
  const lines = [`  ${place}${changeText(advice)}`, ...wrapped(finding), ...wrapped(action)]
  return lines.join('\n')
}

export function changeText({ monthly }: Advice): string {
  if (monthly === undefined) return ''
  return `: ${shownUsd(monthly.beforeUsd)} to ${shownUsd(monthly.afterUsd)} a month`
}

const indent = '    '
const columnsMax = 100

function wrapped(text: string): readonly string[] {
  const lines: string[] = []
  let line = indent
  for (const word of text.split(' ')) {
    if (line.length + word.length > columnsMax && line !== indent) {
      lines.push(line.trimEnd())
      line = indent
    }
    line += `${word} `
  }
  return [...lines, line.trimEnd()]
}
