/**
 * Reads the few XML documents that S3 is sent: elements with texts, one within another. No attributes are
 * read, and no entities other than those of characters, so nothing can be made to grow.
 */
import { malformedXml } from './s3-error.js'

export interface XmlElement {
  readonly name: string
  readonly text: string
  readonly children: readonly XmlElement[]
}

interface Building {
  readonly name: string
  text: string
  readonly children: XmlElement[]
}

const depthMax = 8
const token = /<\?[^>]*\?>|<!--[\s\S]*?-->|<(\/?)([\w.:-]+)(?:\s[^<>]*?)?(\/?)>|([^<]+)/gy

export function readXml(xml: string): XmlElement {
  const document: Building = { name: '', text: '', children: [] }
  const open: Building[] = [document]
  token.lastIndex = 0
  while (token.lastIndex < xml.length) {
    const match = token.exec(xml)
    if (match === null) throw malformedXml()
    const [, closes, name, closesItself, text] = match
    if (text !== undefined) open.at(-1)!.text += unescaped(text)
    else if (name !== undefined) step(open, localName(name), closes !== '', closesItself !== '')
  }
  const [root] = document.children
  if (open.length !== 1 || root === undefined || document.children.length > 1) throw malformedXml()
  return root
}

function step(open: Building[], name: string, closes: boolean, closesItself: boolean): void {
  if (closes) {
    const closed = open.pop()!
    const parent = open.at(-1)
    if (closed.name !== name || parent === undefined) throw malformedXml()
    parent.children.push(closed)
    return
  }
  const element: Building = { name, text: '', children: [] }
  if (closesItself) return void open.at(-1)!.children.push(element)
  if (open.length > depthMax) throw malformedXml()
  open.push(element)
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

function unescaped(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
    (_all, hex, digits, name) => {
      if (name !== undefined) return entities[name as string] ?? refuse()
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex as string, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : refuse()
    },
  )
}

function refuse(): never {
  throw malformedXml()
}

export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name)
}
