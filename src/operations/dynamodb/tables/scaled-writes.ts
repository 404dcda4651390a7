/**
 * AWS: replicas can be added to a table whose write capacity follows the load, since the writes of all regions
 * reach each of them: it is on demand, or auto scaling has a target for it and for each global index.
 */
import type { DescribedTable } from '../../../catalog/table.js'
import { validation } from '../../../model/errors.js'
import type { OperationContext } from '../../operation.js'

export async function requireScaledWrites(
  ctx: Pick<OperationContext, 'scaling'>,
  table: DescribedTable,
): Promise<void> {
  if (table.billing.mode === 'on-demand') return
  if (!(await isScaled(ctx, table, undefined))) throw notScaled('Table')
  for (const { name, kind } of table.indexes) {
    if (kind === 'global' && !(await isScaled(ctx, table, name))) throw notScaled('GSI')
  }
}

async function isScaled(
  ctx: Pick<OperationContext, 'scaling'>,
  { account, region, name }: DescribedTable,
  indexName: string | undefined,
): Promise<boolean> {
  const { targets } = await ctx.scaling()
  const target = await targets.find({
    account,
    region,
    resourceId: indexName === undefined ? `table/${name}` : `table/${name}/index/${indexName}`,
    dimension: `dynamodb:${indexName === undefined ? 'table' : 'index'}:WriteCapacityUnits`,
  })
  return target !== undefined && target.policies.length > 0
}

function notScaled(what: string) {
  return validation(`${what} write capacity should either be Pay-Per-Request or AutoScaled.`)
}
