/** Items of all ten types for tests, the same for the same seed. */
import type { AttributeValue, Item, ValueType } from './attribute-value.js'
import { valueTypes } from './attribute-value.js'
import { base64OfBytes } from './base64.js'

export interface Dice {
  below(bound: number): number
  pick<T>(choices: readonly T[]): T
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const below = (bound: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
  return { below, pick: (choices) => choices[below(choices.length)]! }
}

export function randomItem(dice: Dice, levels = 3): Item {
  const names = ['a', 'b.c', 'd[0]', '__proto__', 'größe', '7', 'size', 'x "y"', 'toString']
  const count = 1 + dice.below(6)
  return Object.fromEntries(
    Array.from({ length: count }, () => [dice.pick(names), randomValue(dice, levels)]),
  )
}

export function randomValue(dice: Dice, levels: number): AttributeValue {
  const types = levels > 0 ? valueTypes : valueTypes.filter((type) => type !== 'M' && type !== 'L')
  return valueOfType(dice.pick(types), dice, levels)
}

function valueOfType(type: ValueType, dice: Dice, levels: number): AttributeValue {
  switch (type) {
    case 'S':
      return { S: randomText(dice) }
    case 'N':
      return { N: randomNumber(dice) }
    case 'B':
      return { B: randomBinary(dice) }
    case 'SS':
      return { SS: members(dice, (n) => `${randomText(dice)}${n}`) }
    case 'NS':
      return { NS: members(dice, (n) => `${n}${'1234567890'.repeat(3)}`) }
    case 'BS':
      return { BS: members(dice, (n) => base64OfBytes(Uint8Array.of(n, dice.below(256)))) }
    case 'BOOL':
      return { BOOL: dice.below(2) === 0 }
    case 'NULL':
      return { NULL: true }
    case 'L':
      return { L: Array.from({ length: dice.below(4) }, () => randomValue(dice, levels - 1)) }
    case 'M':
      return { M: dice.below(4) === 0 ? {} : randomItem(dice, levels - 1) }
  }
}

function members(dice: Dice, make: (place: number) => string): readonly string[] {
  return Array.from({ length: 1 + dice.below(4) }, (_, place) => make(place + 1))
}

function randomText(dice: Dice): string {
  return dice.pick([
    '',
    'plain',
    '"quoted"\\',
    'two\nlines\t',
    '\u0000',
    '漢字',
    '😀',
    'YWJj',
    '12',
    'null',
  ])
}

function randomBinary(dice: Dice): string {
  return base64OfBytes(Uint8Array.from({ length: dice.below(20) }, () => dice.below(256)))
}

function randomNumber(dice: Dice): string {
  const long = Array.from({ length: 38 }, () => String(1 + dice.below(9))).join('')
  return dice.pick([
    '0',
    '-1',
    '0.1',
    '12345678901234567890',
    long,
    `-${long}`,
    `0.${'0'.repeat(80)}1`,
    `${long}000`,
  ])
}
