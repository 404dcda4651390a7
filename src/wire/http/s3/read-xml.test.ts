import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readXml, type XmlElement } from './read-xml.js'

function shown({ name, text, children }: XmlElement): string {
  return `${name}(${children.length > 0 ? children.map(shown).join(',') : text})`
}

const check = (xml: string, expected: string | undefined): void => {
  it(`${xml.slice(0, 60)}: ${expected ?? 'refused'}`, () => {
    if (expected === undefined) assert.throws(() => readXml(xml), /not well-formed/)
    else assert.equal(shown(readXml(xml)), expected)
  })
}

describe('XML of requests', () => {
  check('<a/>', 'a()')
  check('<?xml version="1.0"?>\n<a xmlns="http://x/"><b>1</b><b>2</b></a>\n', 'a(b(1),b(2))')
  check('<s3:a><s3:b>&lt;&amp;&#x41;&#66;&quot;</s3:b></s3:a>', 'a(b(<&AB"))')
  check('<a><!-- no --><b x="1" /></a>', 'a(b())')
  check('', undefined)
  check('text', undefined)
  check('<a>', undefined)
  check('</a>', undefined)
  check('<a></b>', undefined)
  check('<a/><b/>', undefined)
  check('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', undefined)
  check('<a>&unknown;</a>', undefined)
  check('<a>&#x110000;</a>', undefined)
  check('<a>'.repeat(9) + '</a>'.repeat(9), undefined)
  check('<a>'.repeat(8) + '</a>'.repeat(8), 'a('.repeat(8) + ')'.repeat(8))
})
