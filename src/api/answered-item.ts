import type { AttributeMap } from '../model/attribute-value.js'
import type { ItemJson } from '../model/item-json.js'

/** An item in an answer: a value, or the bytes it is stored in. */
export type AnsweredItem = AttributeMap | ItemJson
