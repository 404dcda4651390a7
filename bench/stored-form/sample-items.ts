/** Typical items at three sizes, without randomness, so that every run measures the same. */
import type { AttributeValue } from '../../src/model/attribute-value.js'
import type { Item } from '../../src/model/item.js'

export interface SampleItem {
  readonly name: string
  readonly item: Item
}

export const sampleItems: readonly SampleItem[] = [
  { name: '200 B', item: session() },
  { name: '1 KB', item: order() },
  { name: '10 KB', item: document() },
]

function session(): Item {
  return {
    pk: { S: 'session#0190a3c2-7d41-7b0e-9c55-2f1f8d0e4a11' },
    user: { S: 'user-48213' },
    ttl: { N: '1789003200' },
    admin: { BOOL: false },
    agent: { S: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Safari/537.36' },
    token: { B: binary(48) },
  }
}

function order(): Item {
  return {
    pk: { S: 'customer#48213' },
    sk: { S: 'order#2026-03-14T09:26:53.589Z' },
    status: { S: 'SHIPPED' },
    total: { N: '1249.95' },
    currency: { S: 'EUR' },
    paid: { BOOL: true },
    coupon: { NULL: true },
    note: { S: 'Bitte bei den Nachbarn im Erdgeschoß abgeben, Müller klingeln.' },
    tags: { SS: ['express', 'gift', 'returning-customer'] },
    weights: { NS: ['0.25', '1.5', '12'] },
    signature: { B: binary(256) },
    address: address(),
    lines: {
      L: [
        orderLine(1),
        orderLine(2),
        orderLine(3),
        orderLine(4),
        orderLine(5),
        orderLine(6),
        orderLine(7),
      ],
    },
  }
}

function document(): Item {
  return {
    pk: { S: 'document#7' },
    sk: { N: '42' },
    title: { S: 'A long document with a body of text, many lines and a picture' },
    body: { S: prose(3600) },
    picture: { B: binary(2400) },
    lines: { L: Array.from({ length: 40 }, (_, index) => orderLine(index)) },
    owner: address(),
    revision: { N: '118' },
    published: { BOOL: true },
    keywords: { SS: Array.from({ length: 20 }, (_, index) => `keyword-${index}`) },
  }
}

function address(): AttributeValue {
  return {
    M: {
      street: { S: 'Rue de la Gramme 14' },
      city: { S: 'Liège' },
      zip: { S: '4000' },
      location: { L: [{ N: '50.6326' }, { N: '5.5797' }] },
    },
  }
}

function orderLine(number: number): AttributeValue {
  return {
    M: {
      sku: { S: `SKU-${100000 + number * 7919}` },
      quantity: { N: String((number % 9) + 1) },
      price: { N: `${number * 13}.95` },
      name: { S: `Article number ${number} in "blue"` },
    },
  }
}

function binary(bytes: number): string {
  return Buffer.from(Array.from({ length: bytes }, (_, index) => (index * 151) % 256)).toString(
    'base64',
  )
}

function prose(characters: number): string {
  const sentence = 'The ring of Gramme gave the first steady current, and mills could run on it. '
  return sentence.repeat(Math.ceil(characters / sentence.length)).slice(0, characters)
}
