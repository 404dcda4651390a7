/**
 * A value of a service's shape as CloudTrail shows it: names of members begin with a small letter, times are
 * text. Secrets are hidden, and values of items and bytes are left out, wherever they are.
 */
import type { Service } from '../../api/service.js'

/** AWS: what CloudTrail shows instead of a secret. */
export const hidden = 'HIDDEN_DUE_TO_SECURITY_REASONS'

/** Of members. A name that is new and sounds like these is hidden, too. */
const secretName =
  /secret|password|privatekey|sessiontoken|webidentitytoken|assertion|tokencode|authenticationcode|base32|qrcode|tradein/i

export function shownShape(
  service: Pick<Service, 'shapes'>,
  name: string | undefined,
  value: unknown,
): unknown {
  const shape = name === undefined ? undefined : service.shapes[name]
  if (shape === undefined || value === undefined || value === null) return undefined
  switch (shape.kind) {
    case 'structure':
      return shownMembers(service, shape.members, value as Readonly<Record<string, unknown>>)
    case 'list':
      return (value as readonly unknown[])
        .map((each) => shownShape(service, shape.element, each))
        .filter((each) => each !== undefined)
    case 'map':
      return shownEntries(service, shape.value, value as Readonly<Record<string, unknown>>)
    case 'timestamp':
      return shownTime(value)
    case 'blob':
    case 'attribute-value':
      return undefined
    default:
      return value
  }
}

function shownMembers(
  service: Pick<Service, 'shapes'>,
  members: Readonly<Record<string, string>>,
  value: Readonly<Record<string, unknown>>,
): unknown {
  const shown: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries(members)) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined
    if (member === undefined || member === null) continue
    shown[lowered(name)] = secretName.test(name) ? hidden : shownShape(service, shape, member)
  }
  return shown
}

function shownEntries(
  service: Pick<Service, 'shapes'>,
  shape: string,
  value: Readonly<Record<string, unknown>>,
): unknown {
  if (service.shapes[shape]?.kind === 'attribute-value') return undefined
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([key, each]) => [key, shownShape(service, shape, each)]))
}

export function lowered(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

const dates = new Intl.DateTimeFormat('en-US', {
  ...{ year: 'numeric', month: 'short', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', second: '2-digit' },
  timeZone: 'UTC',
})

/** AWS: `May 3, 2015 11:34:14 PM`, in UTC. */
function shownTime(value: unknown): unknown {
  const ms = value instanceof Date ? value.getTime() : Number(value) * 1000
  if (!Number.isFinite(ms)) return undefined
  // Newer data of locales has a narrow blank and a comma.
  return dates
    .format(ms)
    .replace(/[\u202f\u00a0]/g, ' ')
    .replace(/(\d{4}), /, '$1 ')
}
