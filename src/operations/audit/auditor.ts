/**
 * The audit of a server: an event for each call that has ended, and for each that was refused because its
 * signature could not be trusted, as lines of JSON. What goes wrong here never harms a call.
 */
import type { ServiceError } from '../../model/errors.js'
import type { Clock } from '../../stdx/clock.js'
import type { Log } from '../../stdx/log.js'
import type { Random } from '../../stdx/random.js'
import type { FinishedCall } from '../dispatch/finished-call.js'
import type { RefusedCall } from '../refused-call.js'
import { auditEvents, originOf, type AuditEvent, type TableKeysOf } from './audit-event.js'
import { isDataEvent, isReadOnly } from './event-kind.js'
import { auditTextLengthMax } from './limits.js'
import { eventTime, unknownIdentity } from './user-identity.js'

export interface AuditorParts {
  /** Whether calls for items are recorded, too. */
  readonly data: boolean
  readonly write: (line: string) => void
  readonly keysOf: TableKeysOf
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

export class Auditor {
  readonly #parts: AuditorParts

  constructor(parts: AuditorParts) {
    this.#parts = parts
  }

  readonly audit = (finished: FinishedCall): void => {
    const { data, keysOf, random, log } = this.#parts
    const { definition } = finished.call.operation
    if (!data && isDataEvent(definition)) return
    try {
      for (const event of auditEvents(finished, keysOf, () => random.uuid())) this.#write(event)
    } catch (error) {
      // Its message may repeat what is not to be written down.
      const type = error instanceof Error ? error.name : 'unknown'
      log.error('a call could not be audited', { operation: definition.id, type })
    }
  }

  /** Recorded whatever the operation is: it is the attempt that matters. */
  readonly refused = (call: RefusedCall): void => {
    const { definition, accessKeyId, error, host, requestId, sender } = call
    const { clock, random } = this.#parts
    const isData = isDataEvent(definition)
    const { tlsDetails, ...origin } = originOf(sender, host)
    this.#write({
      eventVersion: '1.11',
      userIdentity: unknownIdentity(keyIdOf(accessKeyId)),
      eventTime: eventTime(clock.now()),
      eventSource: `${definition.service.signingName}.amazonaws.com`,
      eventName: definition.name,
      awsRegion: 'us-east-1',
      ...origin,
      errorCode: error.type,
      // Some sentences repeat what the header contains.
      errorMessage: refusalSentence(error),
      requestParameters: null,
      responseElements: null,
      requestID: requestId,
      eventID: random.uuid(),
      readOnly: isReadOnly(definition),
      eventType: 'AwsApiCall',
      managementEvent: !isData,
      eventCategory: isData ? 'Data' : 'Management',
      recipientAccountId: '',
      tlsDetails,
    })
  }

  #write(event: AuditEvent): void {
    this.#parts.write(JSON.stringify(event))
  }
}

/** What looks like a secret that was put in the wrong place is not repeated. */
function keyIdOf(claimed: string | undefined): string | undefined {
  return claimed !== undefined && /^[A-Z0-9]{3,32}$/.test(claimed) ? claimed : undefined
}

function refusalSentence({ type, message }: ServiceError): string | undefined {
  return type === 'IncompleteSignatureException' ? undefined : message.slice(0, auditTextLengthMax)
}

/** The line that stands for events that could not be written. */
export function gapLine(clock: Clock, dropped: number): string {
  const event = { eventType: 'GrammeAuditGap', eventTime: eventTime(clock.now()), dropped }
  return JSON.stringify(event)
}
