/** Which calls are data events and which only read, as CloudTrail has them. */
import type { ServiceOperation } from '../../api/service.js'

const dataEvents: ReadonlySet<string> = new Set([
  'dynamodb.BatchExecuteStatement',
  'dynamodb.BatchGetItem',
  'dynamodb.BatchWriteItem',
  'dynamodb.DeleteItem',
  'dynamodb.ExecuteStatement',
  'dynamodb.ExecuteTransaction',
  'dynamodb.GetItem',
  'dynamodb.PutItem',
  'dynamodb.Query',
  'dynamodb.Scan',
  'dynamodb.SearchVectors',
  'dynamodb.TransactGetItems',
  'dynamodb.TransactWriteItems',
  'dynamodb.UpdateItem',
  'dynamodb-streams.GetRecords',
  'dynamodb-streams.GetShardIterator',
  // What deployments ask each other for all the time.
  'gramme.AcknowledgeReplication',
  'gramme.ExchangeGlobalTable',
  'gramme.GetReplicationHeads',
  'gramme.ReadReplicationItems',
  'gramme.ReadReplicationLog',
])

export function isDataEvent({ id }: Pick<ServiceOperation, 'id'>): boolean {
  return dataEvents.has(id)
}

/** AWS: a statement counts as a write, even a SELECT. */
export function isReadOnly({ name, service }: ServiceOperation): boolean {
  if (service.id === 'sts') return true
  return /^(?:BatchGet|Describe|Get|List|Query$|ReadReplication|Scan$|Search|Simulate|TransactGet)/.test(
    name,
  )
}
