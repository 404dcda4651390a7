/**
 * DescribeEndpoints: where to send requests. This answers with the host that was called; AWS's own
 * answer would lead a client away from this server.
 */
import { onAnything } from '../access.js'
import { operation } from '../operation.js'

const cachePeriodMinutes = 1440

export const describeEndpoints = operation('dynamodb.DescribeEndpoints', {
  read: (_input, { host }) => host,

  access: () => [onAnything('dynamodb:DescribeEndpoints')],

  run: (_ctx, host) =>
    Promise.resolve({
      output: { Endpoints: [{ Address: host, CachePeriodInMinutes: cachePeriodMinutes }] },
    }),
})
