/** Converts the secondary indexes of a request to our types. */
import type {
  GlobalSecondaryIndex,
  LocalSecondaryIndex,
} from '../../../api/generated/dynamodb-types.js'
import type { GlobalIndexRequest, IndexRequest } from '../../../catalog/rules/index-request.js'
import { keyElementsOf } from './key-schema.js'
import { projectionRequest } from './projection.js'
import { maximaOf, throughputUnits, warmUnitsOf } from './throughput.js'

export function indexRequest({
  IndexName,
  KeySchema,
  Projection,
}: LocalSecondaryIndex): IndexRequest {
  return {
    name: IndexName,
    keyElements: keyElementsOf(KeySchema),
    projection: projectionRequest(Projection),
  }
}

export function globalIndexRequest(input: GlobalSecondaryIndex): GlobalIndexRequest {
  return {
    ...indexRequest(input),
    throughput: throughputUnits(input.ProvisionedThroughput),
    onDemandThroughput: maximaOf(input.OnDemandThroughput),
    warmThroughput: warmUnitsOf(input.WarmThroughput),
  }
}
