/** AWS: an index has its own ARN here. */
import { indexArn } from '../../../model/arn.js'
import { onTable, type Access } from '../../access.js'
import type { RequestContext } from '../../operation.js'
import type { NamedTarget } from './insights-target.js'

export function onInsights(
  ctx: RequestContext,
  action: Access['action'],
  { tableName, indexName }: NamedTarget,
): readonly Access[] {
  const table = onTable(ctx, action, tableName)
  if (indexName === undefined) return [table]
  return [{ ...table, resource: indexArn(table.resource, indexName) }]
}
