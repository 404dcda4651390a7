/**
 * Answers queries. The points of a metric that no expression names are read when they are asked for, and only
 * those; what an expression needs is read as a whole. All expressions of a run share a budget, and they are
 * computed in turns, so that other clients are served meanwhile.
 */
import type { Scope } from '../model/arn.js'
import { nextTurn, turnIsOver } from '../stdx/turns.js'
import { automaticLabels } from './automatic-labels.js'
import { evaluateMath } from './math/evaluate-math.js'
import { mathStepsMax, searchedSeriesMax } from './math/limits.js'
import { MathFault } from './math/math-fault.js'
import type { CallNode } from './math/math-node.js'
import type { MathScope } from './math/math-scope.js'
import type { MathSeries, MathValue, MetricFacts, Slots } from './math-series.js'
import {
  MetricQueryFault,
  periodMsOf,
  type ExpressionQuery,
  type MetricQuery,
  type MetricSource,
} from './metric-query.js'
import type { MetricReader, TimeRange } from './metric-reader.js'
import { toldIn, type QueryPlan } from './query-plan.js'
import { statisticOf } from './statistics.js'

export interface QueryRunParts {
  readonly reader: MetricReader
  readonly scope: Scope
  readonly plan: QueryPlan
  readonly range: TimeRange
  /** A moment at which periods end; they begin at round times unless it is told. */
  readonly periodsEndMs?: number
  /** Searches find series that have points since then. */
  readonly searchedSinceMs: number
}

export class QueryRun {
  readonly #parts: QueryRunParts
  readonly #labels = new Map<MetricSource, string>()
  readonly #found = new Map<CallNode, readonly MetricSource[]>()
  readonly #series = new Map<MetricSource, Promise<MathSeries>>()
  readonly #values = new Map<string, Promise<MathValue>>()
  #steps = 0
  /** Whether a search found more than it may return. */
  isCut = false

  private constructor(parts: QueryRunParts) {
    this.#parts = parts
  }

  static async open(parts: QueryRunParts): Promise<QueryRun> {
    const run = new QueryRun(parts)
    await run.#search()
    run.#label()
    return run
  }

  /** The label that a metric has by itself. */
  labelOf(source: MetricSource): string {
    return this.#labels.get(source)!
  }

  /** Where the points of a period can be. */
  slotsOf(periodSeconds: number): Slots {
    const { range, periodsEndMs } = this.#parts
    return slotsIn(range, periodMsOf(periodSeconds), periodsEndMs)
  }

  /** Some of the points of a metric, by slot. */
  async read(source: MetricSource, slots: Slots): Promise<Float64Array> {
    const { startMs, periodMs, length } = slots
    const range = {
      fromMs: startMs,
      toMs: Math.min(startMs + length * periodMs, this.#parts.range.toMs),
    }
    const values = new Float64Array(length).fill(NaN)
    for (const point of await this.#parts.reader.read(source.series, range, periodMs)) {
      if (source.unit !== undefined && point.unit !== source.unit) continue
      values[(point.atMs - startMs) / periodMs] = statisticOf(source.statistic, point) ?? NaN
    }
    return values
  }

  /** The series that a query results in, and whether they are an array. Throws `MetricQueryFault`. */
  async compute({ id }: Pick<MetricQuery, 'id'>) {
    const value = await this.#value(id)
    if (value.kind === 'series') return { list: [value.series], isArray: false }
    if (value.kind === 'array') return { list: value.list, isArray: true }
    throw new MetricQueryFault(
      `The expression '${id}' must return a time series or an array of time series.`,
    )
  }

  async #search(): Promise<void> {
    const { plan, reader, scope, searchedSinceMs } = this.#parts
    for (const [node, { search, ...rest }] of plan.searches) {
      const listed = await reader.list(scope, search.filter, searchedSinceMs)
      const found = listed.filter((series) => search.matches(series))
      this.isCut ||= found.length > searchedSeriesMax
      const sources = found
        .slice(0, searchedSeriesMax)
        .map((series): MetricSource => ({ ...rest, series, unit: undefined }))
      this.#found.set(node, sources)
    }
  }

  #label(): void {
    const unlabelled = [...this.#found.values()].flat()
    for (const query of this.#parts.plan.queries) {
      if (query.kind !== 'metric') continue
      if (query.label === undefined) unlabelled.push(query.source)
      else this.#labels.set(query.source, plainLabel(query.source, query.label))
    }
    const labels = automaticLabels(unlabelled.map(factsOf))
    unlabelled.forEach((source, index) => this.#labels.set(source, labels[index]!))
  }

  #value(id: string): Promise<MathValue> {
    const known = this.#values.get(id) ?? this.#evaluate(id)
    this.#values.set(id, known)
    return known
  }

  async #evaluate(id: string): Promise<MathValue> {
    const query = this.#parts.plan.byId.get(id)!
    if (query.kind === 'metric') return { kind: 'series', series: await this.#whole(query.source) }
    try {
      const value = await evaluateMath(this.#parts.plan.trees.get(id)!, this.#scopeOf(query))
      return value
    } catch (error) {
      throw toldIn(id, error)
    }
  }

  #scopeOf({ periodSeconds }: ExpressionQuery): MathScope {
    const { periodMs, startMs } = this.slotsOf(periodSeconds ?? this.#shortestPeriod())
    return {
      startMs,
      periodMs,
      endMs: this.#parts.range.toMs,
      resolve: (id) => this.#value(id),
      metrics: (part) => this.#all(this.#metricsNamed(part)),
      found: (node) => this.#all(this.#found.get(node) ?? []),
      step: (count) => this.#step(count),
    }
  }

  #shortestPeriod(): number {
    const periods = this.#parts.plan.queries.map((query) =>
      query.kind === 'metric' ? query.source.periodSeconds : Infinity,
    )
    const shortest = Math.min(...periods)
    return Number.isFinite(shortest) ? shortest : 60
  }

  #metricsNamed(part: string): readonly MetricSource[] {
    return this.#parts.plan.queries.flatMap((query) =>
      query.kind === 'metric' && query.id.includes(part) ? [query.source] : [],
    )
  }

  async #all(sources: readonly MetricSource[]): Promise<readonly MathSeries[]> {
    const list: MathSeries[] = []
    for (const source of sources) list.push(await this.#whole(source))
    return list
  }

  #whole(source: MetricSource): Promise<MathSeries> {
    const known = this.#series.get(source) ?? this.#readWhole(source)
    this.#series.set(source, known)
    return known
  }

  async #readWhole(source: MetricSource): Promise<MathSeries> {
    const slots = this.slotsOf(source.periodSeconds)
    await this.#step(slots.length)
    const values = await this.read(source, slots)
    return { ...slots, values, label: this.#labels.get(source)!, metric: factsOf(source) }
  }

  async #step(count: number): Promise<void> {
    this.#steps += count
    if (this.#steps > mathStepsMax)
      throw new MathFault('The expressions of the request take too long')
    if (turnIsOver()) await nextTurn()
  }
}

export function factsOf({ series, statisticName, periodSeconds }: MetricSource): MetricFacts {
  return { series, statistic: statisticName, periodSeconds }
}

function slotsIn({ fromMs, toMs }: TimeRange, periodMs: number, endMs = 0): Slots {
  const startMs = endMs + Math.floor((fromMs - endMs) / periodMs) * periodMs
  return { startMs, periodMs, length: Math.max(0, Math.ceil((toMs - startMs) / periodMs)) }
}

/** One with live values means nothing as a part of another. */
function plainLabel({ series }: MetricSource, label: string): string {
  return label.includes('${') ? series.metric : label
}
