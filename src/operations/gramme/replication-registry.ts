/** What deployments that share global tables ask of each other. */
import type { Operation } from '../operation.js'
import { acknowledgeReplication } from './acknowledge-replication.js'
import { exchangeGlobalTable } from './exchange-global-table.js'
import { getReplicaDefinition } from './get-replica-definition.js'
import { getReplicationHeads } from './get-replication-heads.js'
import { joinGlobalTable } from './join-global-table.js'
import { leaveGlobalTable } from './leave-global-table.js'
import { prepareGlobalTable } from './prepare-global-table.js'
import { readReplicationItems } from './read-replication-items.js'
import { readReplicationLog } from './read-replication-log.js'

export const linkedReplicationOperations: readonly Operation[] = [
  acknowledgeReplication,
  exchangeGlobalTable,
  getReplicaDefinition,
  getReplicationHeads,
  joinGlobalTable,
  leaveGlobalTable,
  prepareGlobalTable,
  readReplicationItems,
  readReplicationLog,
]
