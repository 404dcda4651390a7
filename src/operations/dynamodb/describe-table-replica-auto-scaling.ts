/** DescribeTableReplicaAutoScaling: how the units of a global table's members are scaled. */
import { onTable } from '../access.js'
import { arnOfNamed, requireNamedTable } from '../named-table.js'
import { operation } from '../operation.js'
import { describeScaling } from './global-tables/describe-scaling.js'

export const describeTableReplicaAutoScaling = operation(
  'dynamodb.DescribeTableReplicaAutoScaling',
  {
    read: ({ TableName }, ctx) => requireNamedTable(ctx, TableName),

    access: (ctx, named) => [
      onTable(ctx, 'dynamodb:DescribeTableReplicaAutoScaling', arnOfNamed(named)),
    ],

    async run(ctx, named) {
      return { output: { TableAutoScalingDescription: await describeScaling(ctx, named) } }
    },
  },
)
