/**
 * The comparisons of condition operators: how one value of a request is compared with one value of a
 * policy. Each is made ready once, when a policy is read.
 */
import { BlockList, isIP } from 'node:net'
import { ArnPattern } from './arn-pattern.js'
import { Template } from './pattern.js'
import { matchesPattern } from './wildcards.js'
import type { RequestKeys } from './request-keys.js'

/** Whether a value of the request matches the policy's value that this was made from. */
export type Comparison = (value: string, keys: RequestKeys) => boolean

export interface ComparisonRules {
  /** Whether the policy's version knows variables. */
  readonly variables: boolean
}

/** Undefined if the policy's value can never match, such as a number that is none. */
export type MakeComparison = (text: string, rules: ComparisonRules) => Comparison | undefined

export const textEquals: MakeComparison = (text, { variables }) => {
  const template = new Template(text, { wildcards: false, variables })
  return (value, keys) => template.fillText(keys) === value
}

export const textEqualsIgnoringCase: MakeComparison = (text, { variables }) => {
  const template = new Template(text, { wildcards: false, variables })
  return (value, keys) => {
    const wanted = template.fillText(keys)
    return wanted !== undefined && wanted.toLowerCase() === value.toLowerCase()
  }
}

export const textLike: MakeComparison = (text, { variables }) => {
  const template = new Template(text, { wildcards: true, variables })
  return (value, keys) => {
    const pattern = template.fill(keys)
    return pattern !== undefined && matchesPattern(pattern, value)
  }
}

export const arnLike: MakeComparison = (text, { variables }) => {
  const pattern = new ArnPattern(text, { padded: false, variables, lastOnly: false })
  return (value, keys) => pattern.matches(value, keys)
}

/** AWS: JSON's booleans and their texts are the same. */
export const booleanEquals: MakeComparison = (text, rules) => textEqualsIgnoringCase(text, rules)

export const bytesEqual: MakeComparison = (text) => {
  const wanted = Buffer.from(text, 'base64')
  return (value) => wanted.equals(Buffer.from(value, 'base64'))
}

type Order = (value: number, wanted: number) => boolean

const orders = {
  Equals: (value, wanted) => value === wanted,
  LessThan: (value, wanted) => value < wanted,
  LessThanEquals: (value, wanted) => value <= wanted,
  GreaterThan: (value, wanted) => value > wanted,
  GreaterThanEquals: (value, wanted) => value >= wanted,
} as const satisfies Readonly<Record<string, Order>>

export type OrderName = keyof typeof orders
export const orderNames = Object.keys(orders) as readonly OrderName[]

export function numeric(name: OrderName): MakeComparison {
  return ordered(orders[name], numberOf)
}

export function dated(name: OrderName): MakeComparison {
  return ordered(orders[name], timeOf)
}

function ordered(order: Order, read: (text: string) => number): MakeComparison {
  return (text) => {
    const wanted = read(text)
    // Nothing compares with what is no number.
    return Number.isNaN(wanted) ? undefined : (value) => order(read(value), wanted)
  }
}

function numberOf(text: string): number {
  return text.trim() === '' ? NaN : Number(text)
}

const isoDate = /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?)?)?$/

/** Seconds since 1970, from such a number or from a date as ISO 8601 writes it. */
function timeOf(text: string): number {
  const seconds = numberOf(text)
  // Four digits are a year.
  if (!Number.isNaN(seconds) && !/^\d{4}$/.test(text)) return seconds
  return isoDate.test(text) ? Date.parse(text) / 1000 : NaN
}

/** A range of addresses, or one address. AWS: those of version 4 never equal those of version 6. */
export const addressIn: MakeComparison = (text) => {
  const [address = '', bits] = text.split('/')
  const family = isIP(address)
  if (family === 0) return undefined
  const length = bits === undefined ? (family === 4 ? 32 : 128) : Number(bits)
  if (!/^\d*$/.test(bits ?? '') || length > (family === 4 ? 32 : 128)) return undefined
  const list = new BlockList()
  const name = family === 4 ? 'ipv4' : 'ipv6'
  list.addSubnet(address, length, name)
  return (value) => isIP(value) === family && list.check(value, name)
}
