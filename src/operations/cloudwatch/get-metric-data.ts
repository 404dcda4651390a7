/** GetMetricData: points of many metrics and of expressions computed from them, in pages. */
import type { InputOf } from '../../api/services.js'
import { MetricQueryFault } from '../../metrics/metric-query.js'
import type { TimeRange } from '../../metrics/metric-reader.js'
import { planQueries, type QueryPlan } from '../../metrics/query-plan.js'
import { QueryRun } from '../../metrics/query-run.js'
import { ServiceError } from '../../model/errors.js'
import { onAnything } from '../access.js'
import { operation, type OperationContext, type RequestContext } from '../operation.js'
import { requestDigest } from '../request-digest.js'
import { DataPage, firstPosition, type DataPosition } from './data-page.js'
import { invalidQuery } from './errors.js'
import { fillPage, type DataQuery } from './fill-page.js'
import { dataPointsMax, dataQueriesMax, listedMetricsAgeMs } from './limits.js'
import { roundedStart } from './metric-time.js'
import { readDataQueries } from './read-data-queries.js'
import { checkLabel } from './shown-label.js'

type Input = InputOf<'cloudwatch.GetMetricData'>

interface Request {
  readonly input: Input
  readonly queries: readonly DataQuery[]
  readonly plan: QueryPlan
  readonly range: TimeRange
  readonly pointsMax: number
}

export const getMetricData = operation('cloudwatch.GetMetricData', {
  read(input, ctx): Request {
    const range = rangeOf(input, ctx)
    const queries = queriesOf(input, ctx)
    return {
      input,
      queries,
      plan: orRefused(() => planQueries(queries.map(({ query }) => query))),
      range,
      pointsMax: pointsMaxOf(input),
    }
  },

  access: () => [onAnything('cloudwatch:GetMetricData')],

  async run(ctx, { input, queries, plan, range, pointsMax }) {
    const digest = digestOf(ctx, input)
    const begin = positionOf(ctx, digest, input.NextToken)
    const searchedSinceMs = ctx.clock.now() - listedMetricsAgeMs
    const page = new DataPage(pointsMax, input.ScanBy !== 'TimestampAscending')
    try {
      const { caller: scope, metrics: reader } = ctx
      const run = await QueryRun.open({ reader, scope, plan, range, searchedSinceMs })
      await fillPage(page, run, queries, begin)
      const output = {
        MetricDataResults: page.results,
        ...(page.next && { NextToken: sealed(ctx, digest, page.next) }),
        Messages: run.isCut ? [tooManySeries] : [],
      }
      return { output }
    } catch (error) {
      throw refused(error)
    }
  },
})

const tooManySeries = {
  Code: 'MaxMetricsExceeded',
  Value: 'The search found more metrics than it can return; some were left out.',
}

function rangeOf({ StartTime, EndTime }: Input, { clock }: RequestContext): TimeRange {
  if (StartTime === EndTime) {
    throw invalidQuery('The parameter StartTime must not equal parameter EndTime.')
  }
  if (StartTime > EndTime)
    throw invalidQuery('The parameter EndTime must be greater than StartTime.')
  return { fromMs: roundedStart(StartTime * 1000, clock), toMs: EndTime * 1000 }
}

function queriesOf({ MetricDataQueries, LabelOptions }: Input, ctx: RequestContext) {
  if (MetricDataQueries.length === 0)
    throw invalidQuery('The parameter MetricDataQueries is required.')
  if (MetricDataQueries.length > dataQueriesMax) {
    throw invalidQuery(
      `The collection MetricDataQueries must not have a size greater than ${dataQueriesMax}.`,
    )
  }
  const { Timezone } = LabelOptions ?? {}
  if (Timezone !== undefined && !/^[+-](?:0\d|1[0-4])[0-5]\d$/.test(Timezone)) {
    throw invalidQuery('The value for parameter LabelOptions.Timezone is invalid.')
  }
  return readDataQueries(MetricDataQueries, ctx.caller).map((query, index): DataQuery => {
    const { ReturnData, AccountId, Label } = MetricDataQueries[index]!
    if (Label !== undefined) checkLabel(Label)
    const isForeign = AccountId !== undefined && AccountId !== ctx.caller.account
    return { query, returnsData: ReturnData !== false, isForeign }
  })
}

function pointsMaxOf({ MaxDatapoints = dataPointsMax }: Input): number {
  if (MaxDatapoints >= 1 && MaxDatapoints <= dataPointsMax) return MaxDatapoints
  throw invalidQuery(`The parameter MaxDatapoints must be between 1 and ${dataPointsMax}.`)
}

function orRefused<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw refused(error)
  }
}

function refused(error: unknown): unknown {
  return error instanceof MetricQueryFault ? invalidQuery(error.message) : error
}

/** A token belongs to what was asked; the size of pages may change. */
function digestOf({ caller }: OperationContext, input: Input): Buffer {
  const { account, region } = caller
  const { MetricDataQueries, StartTime, EndTime, ScanBy } = input
  const getMetricData = { account, region, MetricDataQueries, StartTime, EndTime, ScanBy }
  return requestDigest({ getMetricData })
}

function sealed({ nextTokens }: OperationContext, digest: Buffer, position: DataPosition): string {
  return nextTokens.seal(digest, Buffer.from(JSON.stringify(position)))
}

function positionOf(
  { nextTokens }: OperationContext,
  digest: Buffer,
  token: string | undefined,
): DataPosition {
  if (token === undefined) return firstPosition
  const found = nextTokens.find(token, digest)
  if (typeof found === 'string')
    throw new ServiceError('InvalidNextToken', 'The next token is invalid.')
  return JSON.parse(found.toString()) as DataPosition
}
