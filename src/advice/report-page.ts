/** A report as a page that stands alone: plots are inline, nothing is loaded, light and dark. */
import { savingOf, type Advice } from './advice.js'
import { escaped } from './escaped.js'
import type { AdviceReport, TableReport } from './advise.js'
import { costBars, trafficPlot } from './report-plots.js'
import { reportStyle } from './report-style.js'
import { billRows } from './show-bill.js'
import { counted, shownSpan, shownUsd } from './show-figures.js'
import { changeText, savingLine } from './show-report.js'

export function reportPage(reports: readonly AdviceReport[]): string {
  const empty = '<main><h1>What tables cost</h1><p>There are no tables.</p></main>'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What tables cost, and what would cost less</title>
<style>${reportStyle}</style>
</head>
<body>
${reports.length === 0 ? empty : reports.map(reportSection).join('\n')}
</body>
</html>
`
}

function reportSection(report: AdviceReport): string {
  const { workload, tables, monthly, notes, recordedMs } = report
  const { account, region } = workload.scope
  const owner = account === '' ? '' : ` of account ${escaped(account)}`
  const days = [workload.fromMs, workload.toMs].map((ms) => shownMinute(ms))
  return `<main>
<h1>What tables cost, and what would cost less</h1>
<p class="lead">${counted(tables.length, 'table')}${owner} in ${escaped(region)}, ${shownSpan(recordedMs)} recorded between ${days[0]} and ${days[1]} UTC.</p>
<p class="sum">${escaped(savingLine(monthly))}</p>
${costBars(tables.map(({ table, bill, advice }) => ({ name: table.name, usd: bill.usd, saving: largest(advice) })))}
<ul class="notes">${notes.map((note) => `<li>${escaped(note)}</li>`).join('')}</ul>
${tables
  .toSorted((a, b) => b.bill.usd - a.bill.usd)
  .map(tableSection)
  .join('\n')}
</main>`
}

function shownMinute(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}

function largest(advice: readonly Advice[]): number {
  return advice.reduce((most, each) => Math.max(most, savingOf(each)), 0)
}

function tableSection({ table, bill, advice }: TableReport): string {
  const found =
    advice.length === 0 ? '<p>No advice.</p>' : `<ol>${advice.map(adviceItem).join('')}</ol>`
  return `<section>
<h2>${escaped(table.name)}</h2>
<p>${shownUsd(bill.usd)} a month, ${table.billing}, ${table.tableClass} class</p>
${trafficPlot(`${table.name}: units a second`, table.own)}
${found}
<details><summary>The bill</summary>${billTable(billRows(bill))}</details>
</section>`
}

function adviceItem(advice: Advice): string {
  const { rule, indexName, finding, action } = advice
  const place = indexName === undefined ? rule : `${rule}, index ${indexName}`
  return `<li><h3>${escaped(place)}${escaped(changeText(advice))}</h3><p>${escaped(finding)}</p><p class="action">${escaped(action)}</p></li>`
}

function billTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) =>
    row.map((cell, i) =>
      i === 0 ? `<th scope="row">${escaped(cell)}</th>` : `<td>${escaped(cell)}</td>`,
    )
  const heads = head.map((cell) => `<th scope="col">${escaped(cell.toLowerCase())}</th>`)
  const body = rows.map((row) => `<tr>${cells(row).join('')}</tr>`).join('')
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${body}</tbody></table>`
}
