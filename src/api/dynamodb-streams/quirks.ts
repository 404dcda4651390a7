/** What DynamoDB Streams does differently from its own model. */
import type { Quirks } from '../quirks.js'

export const dynamodbStreamsQuirks: Quirks = {
  // AWS: the namespace is that of DynamoDB itself.
  namespace: 'com.amazonaws.dynamodb.v20120810',
  checksums: true,
  letteredRequestIds: true,
  siteLimits: {
    'GetRecordsInput.Limit': { max: 1000 },
    'DescribeStreamInput.Limit': { max: 100 },
    'ListStreamsInput.Limit': { max: 100 },
  },
}
