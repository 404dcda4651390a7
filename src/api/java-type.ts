/** The Java classes that the service's parser names when it finds JSON it did not expect. */
import type { Compiling } from './quirks.js'
import { attributeValueClass } from '../model/decode-attribute-value.js'
import { unreachable } from '../stdx/assert.js'

export function javaType(compiling: Compiling, name: string): string {
  const { shapes, quirks } = compiling
  const shape = shapes[name]!
  switch (shape.kind) {
    case 'string':
      return 'java.lang.String'
    case 'boolean':
      return 'java.lang.Boolean'
    case 'integer':
      return 'java.lang.Integer'
    case 'long':
      return 'java.lang.Long'
    case 'double':
      return 'java.lang.Double'
    case 'blob':
      return 'java.nio.ByteBuffer'
    case 'timestamp':
      return 'java.util.Date'
    case 'attribute-value':
      return attributeValueClass
    case 'structure':
      return quirks.namespace === undefined ? name : `${quirks.namespace}.${name}`
    case 'list':
      return `java.util.List<${javaType(compiling, shape.element)}>`
    case 'map':
      return `java.util.Map<java.lang.String, ${javaType(compiling, shape.value)}>`
    default:
      return unreachable(shape)
  }
}
