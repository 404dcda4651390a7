/** How global tables are kept in step. */
import type { Operation } from '../operation.js'
import { listReplicationLinks } from './list-replication-links.js'
import { updateReplicationLink } from './update-replication-link.js'

export const replicationOperations: readonly Operation[] = [
  listReplicationLinks,
  updateReplicationLink,
]
