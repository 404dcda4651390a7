/** What this server tells about itself. */
import type { Operation } from '../operation.js'
import { getTriggerLog } from './get-trigger-log.js'
import { listDeadLetters } from './list-dead-letters.js'
import { listTriggers } from './list-triggers.js'

export const grammeOperations: readonly Operation[] = [getTriggerLog, listDeadLetters, listTriggers]
