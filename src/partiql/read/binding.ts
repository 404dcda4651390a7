/**
 * What is needed to interpret a syntax tree: the parameters, and the text for reporting positions.
 */
import type { AttributeValue } from '../../model/attribute-value.js'
import { validation, type ServiceError } from '../../model/errors.js'
import { faultAt, statementSentences } from '../sentences.js'
import type { Span } from '../parse/syntax.js'

export class Binding {
  readonly #text: string
  readonly #parameters: readonly AttributeValue[]

  /** AWS: extra parameters are ignored. */
  constructor(text: string, parameters: readonly AttributeValue[], wanted: number) {
    if (parameters.length < wanted) throw validation(statementSentences.parameterCount)
    this.#text = text
    this.#parameters = parameters
  }

  parameter(position: number): AttributeValue {
    return this.#parameters[position]!
  }

  fault(sentence: string, span: Span): ServiceError {
    return faultAt(this.#text, span, sentence)
  }
}
