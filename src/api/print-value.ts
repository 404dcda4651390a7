/**
 * Values as constraint sentences print them: `[a, b]`, `{k=v}`, `KeySchemaElement(attributeName=a,
 * keyType=HASH)`. How much of a long value the service prints has changed between its versions, so
 * ours stops at a limit: the size of an answer does not depend on that of the request.
 */
import { nestingLevelsMax, printedValueCharactersMax } from '../model/limits.js'
import type { JsonObject } from '../model/changed-members.js'
import { uncapitalised } from './constraint-path.js'
import type { Shapes, StructureShape } from './shape.js'

/** The shapes of a service, and by structure the members that only its own model has. */
interface PrintedModel {
  readonly shapes: Shapes
  readonly unpublishedMembers?: { readonly [structure: string]: readonly string[] }
}

interface Printing extends PrintedModel {
  readonly separator: string
  text: string
}

export function printValue(
  { shapes, unpublishedMembers }: PrintedModel,
  shapeName: string,
  value: unknown,
): string {
  const printing = { shapes, unpublishedMembers, separator: ', ', text: '' }
  print(printing, shapeName, value)
  return printing.text
}

/** Prints a value as JSON, as some sentences do, with the same limits. */
export function printJson(value: unknown): string {
  const printing = { shapes: {}, separator: ',', text: '' }
  printJsonPart(printing, value, 1)
  return printing.text
}

function printJsonPart(printing: Printing, value: unknown, level: number): void {
  if (typeof value !== 'object' || value === null) {
    printing.text += JSON.stringify(value)
  } else if (level > 2 * nestingLevelsMax) {
    printing.text += '…'
  } else if (Array.isArray(value)) {
    printSeries(printing, '[', value, (part) => printJsonPart(printing, part, level + 1))
    printing.text += ']'
  } else {
    const printMember = ([name, part]: [string, unknown]) => {
      printing.text += `${JSON.stringify(name)}:`
      printJsonPart(printing, part, level + 1)
    }
    printSeries(printing, '{', Object.entries(value), printMember)
    printing.text += '}'
  }
}

/** Cuts text that is longer than a failure may repeat. */
export function shortened(text: string): string {
  if (text.length <= printedValueCharactersMax) return text
  return `${text.slice(0, printedValueCharactersMax)}…`
}

function print(printing: Printing, shapeName: string, value: unknown): void {
  const shape = printing.shapes[shapeName]!
  if (value === undefined || value === null) printing.text += 'null'
  else if (shape.kind === 'list') printList(printing, shape.element, value as readonly unknown[])
  else if (shape.kind === 'map') printMap(printing, shape.value, value as JsonObject)
  else if (shape.kind === 'structure') printStructure(printing, shapeName, shape, value)
  else if (shape.kind === 'attribute-value') printAttributeValue(printing, value, 1)
  else printing.text += scalarText(value)
}

function scalarText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function printList(printing: Printing, element: string, list: readonly unknown[]): void {
  printSeries(printing, '[', list, (value) => print(printing, element, value))
  printing.text += ']'
}

function printMap(printing: Printing, valueShape: string, map: JsonObject): void {
  printSeries(printing, '{', Object.entries(map), ([key, value]) => {
    printing.text += `${key}=`
    print(printing, valueShape, value)
  })
  printing.text += '}'
}

function printStructure(
  printing: Printing,
  name: string,
  shape: StructureShape,
  value: unknown,
): void {
  const unpublished = printing.unpublishedMembers?.[name] ?? []
  const members = [...Object.keys(shape.members), ...unpublished]
  printSeries(printing, `${name}(`, members, (member) => {
    printing.text += `${uncapitalised(member)}=`
    const memberShape = shape.members[member]
    if (memberShape === undefined) printing.text += 'null'
    else print(printing, memberShape, (value as JsonObject)[member])
  })
  printing.text += ')'
}

/** AWS: all types that it knows itself, as recorded in most regions in September 2026. */
const printedTypes = [
  ...['S', 'N', 'B', 'INT', 'DECIMAL', 'DOUBLE', 'SS', 'NS', 'BS'],
  ...['INTSET', 'DECIMALSET', 'DOUBLESET', 'M', 'L', 'NULL', 'BOOL'],
]

function printAttributeValue(printing: Printing, value: unknown, level: number): void {
  if (level > nestingLevelsMax) {
    printing.text += '…'
    return
  }
  printSeries(printing, 'AttributeValue(', printedTypes, (type) => {
    printing.text += `${uncapitalised(type)}=`
    printTyped(printing, (value as JsonObject)[type], level)
  })
  printing.text += ')'
}

/** Elements of sets are texts; those of lists and maps are attribute values. */
function printTyped(printing: Printing, value: unknown, level: number): void {
  const printElement = (element: unknown) => {
    if (typeof element !== 'object' || element === null) printing.text += scalarText(element)
    else printAttributeValue(printing, element, level + 1)
  }
  if (typeof value !== 'object' || value === null) {
    printing.text += value === undefined ? 'null' : scalarText(value)
  } else if (Array.isArray(value)) {
    printSeries(printing, '[', value, printElement)
    printing.text += ']'
  } else {
    printSeries(printing, '{', Object.entries(value), ([key, element]) => {
      printing.text += `${key}=`
      printElement(element)
    })
    printing.text += '}'
  }
}

function printSeries<T>(
  printing: Printing,
  open: string,
  members: readonly T[],
  printMember: (member: T) => void,
): void {
  const { separator } = printing
  printing.text += open
  for (const [index, member] of members.entries()) {
    if (printing.text.length > printedValueCharactersMax) return
    if (index > 0) printing.text += separator
    printMember(member)
  }
}
