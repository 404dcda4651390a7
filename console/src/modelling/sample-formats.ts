/** What generated attributes look like, by a format that was chosen or by the attribute's name. */
import type { AttributeValue, ValueType } from '../values/attribute-value.js'
import type { SampleFormat } from './data-model.js'

/** Between 0 and 1, as `Math.random` gives it; a seeded one gives the same samples again. */
export type Chance = () => number

type Maker = (chance: Chance, place: number) => string

const firstNames = ['Ada', 'Bo', 'Chen', 'Dana', 'Emil', 'Fatima', 'Goran', 'Hana', 'Ines', 'Jun']
const lastNames = ['Abe', 'Berg', 'Costa', 'Diaz', 'Evans', 'Fischer', 'Garcia', 'Haddad', 'Ito']
const cities = ['Lisbon', 'Osaka', 'Oslo', 'Quito', 'Riga', 'Seoul', 'Tunis', 'Utrecht', 'Vienna']
const countries = [
  'Chile',
  'Estonia',
  'Ghana',
  'Japan',
  'Kenya',
  'Latvia',
  'Nepal',
  'Norway',
  'Peru',
]
const words = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heath', 'inlet']
const states = ['open', 'paid', 'sent', 'done']

const makers = {
  String: (chance) => pick(words, chance),
  Number: (chance) => String(1 + Math.floor(chance() * 100)),
  Boolean: (chance) => String(chance() < 0.5),
  UUID: uuid,
  Email: (chance, place) => `${pick(firstNames, chance).toLowerCase()}${place + 1}@example.com`,
  Username: (chance, place) => `${pick(words, chance)}${place + 1}`,
  'First name': (chance) => pick(firstNames, chance),
  'Last name': (chance) => pick(lastNames, chance),
  'Full name': (chance) => `${pick(firstNames, chance)} ${pick(lastNames, chance)}`,
  Phone: (chance) => `+1 555 01${digits(chance, 2)}`,
  City: (chance) => pick(cities, chance),
  Country: (chance) => pick(countries, chance),
  Street: (chance) => `${1 + Math.floor(chance() * 90)} ${capital(pick(words, chance))} Street`,
  Status: (chance) => pick(states, chance),
  Price: (chance) => `${1 + Math.floor(chance() * 200)}.${digits(chance, 2)}`,
  'ISO 8601 date': (chance) => moment(chance).toISOString().slice(0, 10),
  'ISO 8601 date and time': (chance) => `${moment(chance).toISOString().slice(0, 19)}Z`,
  'Epoch seconds': (chance) => String(Math.floor(moment(chance).getTime() / 1000)),
  Identifier: (_chance, place) => String(place + 1).padStart(3, '0'),
} satisfies Readonly<Record<string, Maker>>

type FormatName = keyof typeof makers

/** The first that fits names what an attribute holds. */
const byName: readonly (readonly [RegExp, FormatName])[] = [
  [/uuid|guid/i, 'UUID'],
  [/e-?mail/i, 'Email'],
  [/user_?name|login|handle/i, 'Username'],
  [/phone|mobile/i, 'Phone'],
  [/first_?name|given/i, 'First name'],
  [/last_?name|family|surname/i, 'Last name'],
  [/name|author|customer$/i, 'Full name'],
  [/city|town/i, 'City'],
  [/country/i, 'Country'],
  [/street|address/i, 'Street'],
  [/status|state$/i, 'Status'],
  [/price|total|amount|cost/i, 'Price'],
  [/ttl|expires|epoch/i, 'Epoch seconds'],
  [/(time|stamp|_at)$|At$/, 'ISO 8601 date and time'],
  [/date|day|born|birth/i, 'ISO 8601 date'],
  [/count|quantity|qty|number|age|size|year|stock/i, 'Number'],
  [/id$|^(pk|sk)$|code|sku|key|number$/i, 'Identifier'],
]

export function sampleFormatOf(name: string, chosen?: SampleFormat): string {
  const format = chosen?.[1]
  if (format !== undefined && format !== 'String') return format
  return byName.find(([pattern]) => pattern.test(name))?.[1] ?? 'String'
}

/** A text in that format; words if nobody here knows the format. */
export function sampleText(format: string, chance: Chance, place: number): string {
  return (makers[format as FormatName] ?? makers.String)(chance, place)
}

/** Of the wanted type: lists and sets get two texts, maps none. */
export function sampleValue(
  type: ValueType,
  format: string,
  { chance, place }: { readonly chance: Chance; readonly place: number },
): AttributeValue {
  const text = (): string => sampleText(format, chance, place)
  switch (type) {
    case 'S':
      return { S: text() }
    case 'N':
      return { N: numberText(text(), chance) }
    case 'B':
      return { B: btoa(text()) }
    case 'BOOL':
      return { BOOL: chance() < 0.5 }
    case 'NULL':
      return { NULL: true }
    case 'SS':
      return { SS: [...new Set([pick(words, chance), pick(words, chance)])] }
    case 'NS':
      return { NS: [...new Set([makers.Number(chance), makers.Number(chance)])] }
    case 'BS':
      return { BS: [btoa(pick(words, chance))] }
    case 'L':
      return { L: [{ S: pick(words, chance) }, { S: pick(words, chance) }] }
    case 'M':
      return { M: { name: { S: pick(words, chance) } } }
  }
}

function numberText(text: string, chance: Chance): string {
  const number = /^\d+(\.\d+)?$/.test(text) ? text.replace(/^0+(?=\d)/, '') : makers.Number(chance)
  return number.includes('.') ? number.replace(/\.?0+$/, '') : number
}

function pick<T>(list: readonly T[], chance: Chance): T {
  return list[Math.floor(chance() * list.length)]!
}

function digits(chance: Chance, length: number): string {
  return Array.from({ length }, () => Math.floor(chance() * 10)).join('')
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** Within the year 2026, so that samples look alike whenever they are made. */
function moment(chance: Chance): Date {
  return new Date(Date.UTC(2026, 0, 1) + Math.floor(chance() * 365 * 86_400) * 1000)
}

function uuid(chance: Chance): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(chance() * 16).toString(16)).join('')
  const variant = '89ab'[Math.floor(chance() * 4)]!
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}
