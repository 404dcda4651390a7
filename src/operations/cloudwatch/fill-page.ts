/** Fills a page of GetMetricData, query by query. */
import type { ExpressionQuery, MetricQuery, MetricStatQuery } from '../../metrics/metric-query.js'
import type { MathSeries } from '../../metrics/math-series.js'
import { factsOf, type QueryRun } from '../../metrics/query-run.js'
import type { DataPage, DataPosition } from './data-page.js'
import { shownLabel } from './shown-label.js'

export interface DataQuery {
  readonly query: MetricQuery
  readonly returnsData: boolean
  /** AWS: the points of other accounts can only be read if those are linked. */
  readonly isForeign: boolean
}

export async function fillPage(
  page: DataPage,
  run: QueryRun,
  queries: readonly DataQuery[],
  begin: DataPosition,
): Promise<void> {
  for (let nth = begin.query; nth < queries.length && page.next === undefined; nth++) {
    const { query, returnsData, isForeign } = queries[nth]!
    const at = nth === begin.query ? begin : { query: nth, series: 0, slot: 0 }
    if (!returnsData) continue
    if (isForeign) addForbidden(page, run, query)
    else if (query.kind === 'metric') await addMetric(page, run, query, at)
    else await addExpression(page, run, query, at)
  }
}

/** No account is linked to another one. */
function addForbidden(page: DataPage, run: QueryRun, query: MetricQuery): void {
  const Value =
    'Access denied when getting data - please check that this account and the requested metric account are linked'
  page.results.push({
    Id: query.id,
    Label: query.label ?? (query.kind === 'metric' ? run.labelOf(query.source) : query.id),
    Timestamps: [],
    Values: [],
    StatusCode: 'Forbidden',
    Messages: [{ Code: 'Forbidden', Value }],
  })
}

async function addMetric(
  page: DataPage,
  run: QueryRun,
  { id, label, source }: MetricStatQuery,
  at: DataPosition,
): Promise<void> {
  const slots = run.slotsOf(source.periodSeconds)
  const taken = page.take(at, slots.length)
  if (taken === undefined) return
  const { periodMs } = slots
  const startMs = slots.startMs + taken.from * periodMs
  const values = await run.read(source, { startMs, periodMs, length: taken.to - taken.from })
  const own = run.labelOf(source)
  const part = { startMs, periodMs, values, label: own, metric: factsOf(source) }
  page.add(id, shownLabel(label ?? own, part, own), part)
}

async function addExpression(
  page: DataPage,
  run: QueryRun,
  query: ExpressionQuery,
  at: DataPosition,
): Promise<void> {
  const { list, isArray } = await run.compute(query)
  for (let nth = at.series; nth < list.length; nth++) {
    const series = list[nth]!
    const from = { query: at.query, series: nth, slot: nth === at.series ? at.slot : 0 }
    const taken = page.take(from, series.values.length)
    if (taken === undefined) return
    const startMs = series.startMs + taken.from * series.periodMs
    const part = { ...series, startMs, values: series.values.subarray(taken.from, taken.to) }
    page.add(query.id, expressionLabel(query, series, isArray), part)
  }
}

/** AWS: the series of an array have the label of the expression before their own. */
function expressionLabel(
  { id, label }: ExpressionQuery,
  series: MathSeries,
  isArray: boolean,
): string {
  if (!isArray) return shownLabel(label ?? id, series, id)
  if (label === undefined) return series.label
  const shown = shownLabel(label, series, series.label)
  return label.includes('${LABEL}') ? shown : [shown, series.label].filter(Boolean).join(' ')
}
