import type { AttributeMap } from '../model/attribute-value.js'
import type { ItemJson } from '../model/item-json.js'

/** An item in an answer: a value, or its stored bytes. */
export type AnsweredItem = AttributeMap | ItemJson
