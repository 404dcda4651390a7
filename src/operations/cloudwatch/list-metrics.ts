/** ListMetrics: the series of an account and region, by namespace, name and dimensions, in pages. */
import type { InputOf } from '../../api/services.js'
import type { SeriesFilter } from '../../metrics/metric-reader.js'
import { seriesKey, type SeriesId } from '../../metrics/series.js'
import { onAnything } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
import { requestDigest } from '../request-digest.js'
import { invalidValue } from './errors.js'
import { listedMetricsAgeMs, listedMetricsPageMax, recentlyActiveMs } from './limits.js'
import { metricShape } from './metric-shapes.js'

interface Request {
  readonly filter: SeriesFilter
  readonly ageMs: number
  readonly token: string | undefined
  readonly owner: string | undefined
  readonly withOwners: boolean
}

export const listMetrics = operation('cloudwatch.ListMetrics', {
  read: (input): Request => ({
    filter: filterOf(input),
    ageMs: input.RecentlyActive === undefined ? listedMetricsAgeMs : recentlyActiveMs,
    token: input.NextToken,
    owner: input.OwningAccount,
    withOwners: input.IncludeLinkedAccounts === true,
  }),

  access: () => [onAnything('cloudwatch:ListMetrics')],

  async run(ctx, request) {
    const digest = digestOf(ctx, request)
    const after = request.token === undefined ? undefined : openAfter(ctx, digest, request.token)
    const rest = (await findSeries(ctx, request)).filter((id) => isAfter(id, after))
    const page = rest.slice(0, listedMetricsPageMax)
    const last = rest.length > page.length ? page.at(-1) : undefined
    const output = {
      Metrics: page.map(metricShape),
      ...(last && { NextToken: ctx.nextTokens.seal(digest, Buffer.from(seriesKey(last))) }),
      // No account is linked to another one, so all of them are the caller's own.
      ...(request.withOwners && { OwningAccounts: page.map(({ scope }) => scope.account) }),
    }
    return { output }
  },
})

function filterOf({
  Namespace,
  MetricName,
  Dimensions = [],
}: InputOf<'cloudwatch.ListMetrics'>): SeriesFilter {
  return {
    ...(Namespace !== undefined && { namespace: Namespace }),
    ...(MetricName !== undefined && { metric: MetricName }),
    dimensions: Dimensions.map(({ Name, Value }) => ({
      name: Name,
      ...(Value !== undefined && { value: Value }),
    })),
  }
}

async function findSeries(
  { caller, clock, metrics }: OperationContext,
  { filter, ageMs, owner }: Request,
): Promise<readonly SeriesId[]> {
  if (owner !== undefined && owner !== caller.account) return []
  return metrics.list(caller, filter, clock.now() - ageMs)
}

/** Pages are in the order of keys, so that a series that appears meanwhile moves none of the others. */
function isAfter(id: SeriesId, after: string | undefined): boolean {
  return after === undefined || seriesKey(id) > after
}

function digestOf({ caller }: OperationContext, { filter, ageMs }: Request): Buffer {
  const { account, region } = caller
  return requestDigest({ listMetrics: { account, region, filter, ageMs } })
}

function openAfter({ nextTokens }: OperationContext, digest: Buffer, token: string): string {
  const found = nextTokens.find(token, digest)
  if (typeof found === 'string')
    throw invalidValue('The value of the parameter NextToken is invalid.')
  return found.toString()
}
