/** ListDeadLetters: the batches that a trigger has given up, the last ones first. */
import type { DeadLetter } from '../../api/generated/gramme-types.js'
import type { DeadLetterMessage } from '../../triggers/trigger-reports.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { triggerNotFound } from './errors.js'
import { deadLettersShown } from './limits.js'

export const listDeadLetters = operation('gramme.ListDeadLetters', {
  read: ({ Name, Limit }) => ({ name: Name, lettersMax: Limit ?? deadLettersShown }),

  access: () => [onAnything('gramme:ListDeadLetters')],

  async run({ triggers, caller }, { name, lettersMax }) {
    const tail = await (await triggers()).deadLetters(caller, name, lettersMax)
    if (tail === undefined) throw triggerNotFound(name)
    const output = {
      DeadLetters: tail.entries.toReversed().map(describe),
      HasEarlierLetters: tail.hasEarlier,
    }
    return { output }
  },
})

type Members = Readonly<Record<string, unknown>>

/** The message is in a file that anybody may have edited. */
function describe(message: DeadLetterMessage): DeadLetter {
  const request = membersOf(message['requestContext'])
  const response = membersOf(message['responseContext'])
  const batch = membersOf(message['DDBStreamBatchInfo'])
  return {
    ...text('Timestamp', message['timestamp']),
    ...text('Condition', request['condition']),
    ...text('FunctionError', response['functionError']),
    ...count('ApproximateInvokeCount', request['approximateInvokeCount']),
    ...text('StreamArn', batch['streamArn']),
    ...text('ShardId', batch['shardId']),
    ...count('BatchSize', batch['batchSize']),
    ...text('StartSequenceNumber', batch['startSequenceNumber']),
    ...text('EndSequenceNumber', batch['endSequenceNumber']),
    ...text('Payload', message['payload']),
  }
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {}
}

function text(name: keyof DeadLetter, value: unknown): DeadLetter {
  return typeof value === 'string' ? { [name]: value } : {}
}

function count(name: keyof DeadLetter, value: unknown): DeadLetter {
  return Number.isInteger(value) ? { [name]: value } : {}
}
