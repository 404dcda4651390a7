/** Which events `gramme audit` shows, and how. */
import { UsageError } from './usage-error.js'

/** What is read of an event; a line that has been damaged may lack anything. */
export interface ShownEvent {
  readonly eventTime?: string
  readonly eventName?: string
  readonly eventType?: string
  readonly dropped?: number
  readonly sourceIPAddress?: string
  readonly errorCode?: string
  readonly resources?: readonly { readonly ARN?: string }[]
  readonly userIdentity?: {
    readonly type?: string
    readonly arn?: string
    readonly userName?: string
    readonly principalId?: string
    readonly accessKeyId?: string
    readonly accountId?: string
    readonly sessionContext?: { readonly sessionIssuer?: { readonly userName?: string } }
  }
}

export interface AuditFilter {
  readonly user?: string | undefined
  /** May contain `*`; case does not matter. */
  readonly event?: string | undefined
  readonly sinceMs?: number | undefined
  readonly untilMs?: number | undefined
  readonly denied: boolean
}

export function isWanted(event: ShownEvent, filter: AuditFilter): boolean {
  const timeMs = Date.parse(event.eventTime ?? '')
  if (filter.sinceMs !== undefined && !(timeMs >= filter.sinceMs)) return false
  if (filter.untilMs !== undefined && !(timeMs < filter.untilMs)) return false
  if (filter.denied && !isDenied(event)) return false
  if (filter.user !== undefined && !isBy(event, filter.user)) return false
  return filter.event === undefined || isNamed(event.eventName ?? '', filter.event)
}

/** By a policy, or because the signature could not be trusted. */
function isDenied({ errorCode, userIdentity }: ShownEvent): boolean {
  return errorCode === 'AccessDenied' || userIdentity?.type === 'Unknown'
}

function isBy({ userIdentity = {} }: ShownEvent, user: string): boolean {
  const { arn, userName, principalId, accessKeyId, accountId, sessionContext } = userIdentity
  const role = sessionContext?.sessionIssuer?.userName
  return [arn, userName, principalId, accessKeyId, accountId, role].includes(user)
}

function isNamed(name: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(name)
}

/** A date, with or without a time, or how long ago: `90s`, `15m`, `24h`, `7d`. */
export function readMoment(text: string, flag: string, nowMs: number): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  if (unit !== undefined) return nowMs - Number(count) * unitMs[unit as keyof typeof unitMs]
  const timeMs = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN
  if (!Number.isNaN(timeMs)) return timeMs
  throw new UsageError(
    `--${flag} must be a time such as 2026-01-02T03:04:05Z or 24h, not '${text}'.`,
  )
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** TIME  RESULT  EVENT  WHO  FROM  WHAT. */
export function eventRow(event: ShownEvent): readonly string[] {
  const { eventTime = '', eventName = '', errorCode, sourceIPAddress = '', resources } = event
  if (event.eventType === 'GrammeAuditGap') {
    return [eventTime, `${event.dropped} events are missing: they could not be written`]
  }
  const what = resources?.map(({ ARN }) => ARN).join(' ') ?? ''
  const row = [eventTime, errorCode ?? 'ok', eventName, whoOf(event), sourceIPAddress, what]
  return row.map(printable)
}

/** Names come from requests, and a terminal obeys control characters. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?')
}

function whoOf({ userIdentity: { type, arn, accessKeyId } = {} }: ShownEvent): string {
  return arn ?? (accessKeyId === undefined ? (type ?? '') : `${type} ${accessKeyId}`)
}
