/** Names, ARNs and texts of DAX's requests, refused in AWS's sentences where they are known. */
import { invalidDaxValue } from '../../../accelerator/dax-faults.js'
import {
  clusterNameCharactersMax,
  descriptionCharactersMax,
  groupNameCharactersMax,
} from '../../../accelerator/limits.js'

const notAnIdentifier =
  'Cluster ID specified is not a valid identifier. Identifiers must begin with a letter; ' +
  'must contain only ASCII letters, digits, and hyphens; ' +
  'and must not end with a hyphen or contain two consecutive hyphens.'

/** AWS: stored in lower case. */
export function readClusterName(name: string): string {
  const isName = /^[A-Za-z][A-Za-z0-9-]*$/.test(name) && !/--|-$/.test(name)
  if (!isName) throw invalidDaxValue(notAnIdentifier)
  if (name.length <= clusterNameCharactersMax) return name.toLowerCase()
  throw invalidDaxValue(`A cluster name has at most ${clusterNameCharactersMax} characters.`)
}

export function readGroupName(kind: 'Parameter' | 'Subnet', name: string): string {
  const isName = /^[A-Za-z][A-Za-z0-9._-]*$/.test(name) && name.length <= groupNameCharactersMax
  if (isName) return name
  throw invalidDaxValue(
    `${kind} group name is not valid: it must begin with a letter, contain only ASCII letters, digits, ` +
      `periods, underscores and hyphens, and have at most ${groupNameCharactersMax} characters.`,
  )
}

export function readDaxDescription(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= descriptionCharactersMax) return text
  throw invalidDaxValue(`A description has at most ${descriptionCharactersMax} characters.`)
}

/** In the order of what an ARN is made of. */
const missingParts = [
  'Second colon partition not found',
  'Third colon vendor not found',
  'Fourth colon (region/namespace delimiter) not found',
  'Fifth colon (namespace/relative-id delimiter) not found',
] as const

export function readArn(arn: string): string {
  if (!arn.startsWith('arn:')) throw invalidDaxValue(`ARNs must start with 'arn:': ${arn}`)
  const missing = missingParts[arn.split(':').length - 2]
  if (missing === undefined) return arn
  throw invalidDaxValue(`${missing}: ${arn}`)
}

export function readNodeType(nodeType: string): string {
  if (/^dax\.[a-z0-9]{2,12}\.[a-z0-9]{2,16}$/.test(nodeType)) return nodeType
  throw invalidDaxValue(`Invalid node type: ${nodeType}`)
}

const day = '(sun|mon|tue|wed|thu|fri|sat)'
const time = '([01]\\d|2[0-3]):([0-5]\\d)'
const windowPattern = new RegExp(`^${day}:${time}-${day}:${time}$`)

/** AWS: at least an hour, in lower case. */
export function readMaintenanceWindow(text: string): string {
  const window = text.toLowerCase()
  const [, ...parts] = windowPattern.exec(window) ?? []
  if (parts.length === 0) {
    throw invalidDaxValue(`Preferred maintenance window is not valid: ${text}`)
  }
  const [fromDay, fromHour, fromMinute, toDay, toHour, toMinute] = parts as [string, ...string[]]
  const from = minuteOfWeek(fromDay, fromHour!, fromMinute!)
  const to = minuteOfWeek(toDay!, toHour!, toMinute!)
  if ((to - from + minutesOfWeek) % minutesOfWeek >= 60) return window
  throw invalidDaxValue('The maintenance window must be at least 60 minutes.')
}

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
const minutesOfWeek = 7 * 24 * 60

function minuteOfWeek(dayName: string, hour: string, minute: string): number {
  const index = days.findIndex((name) => name === dayName)
  return (index * 24 + Number(hour)) * 60 + Number(minute)
}

/** AWS: an hour on a day that is chosen by chance. */
export function anyMaintenanceWindow([chosenDay = 0, chosenHour = 0]: Uint8Array): string {
  const name = days[chosenDay % 7]!
  const hour = chosenHour % 23
  const clock = (value: number) => `${String(value).padStart(2, '0')}:00`
  return `${name}:${clock(hour)}-${name}:${clock(hour + 1)}`
}
