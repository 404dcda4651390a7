/** Colours of the design as a canvas takes them, which knows no variables. */
import { useEffect, useState } from 'react'
import { useTheme } from '../../frame/theme.js'

export interface ChartColours {
  readonly text: string
  readonly grid: string
  readonly series: readonly string[]
}

export function useChartColours(): ChartColours {
  const [theme] = useTheme()
  const [colours, setColours] = useState(readColours)
  useEffect(() => {
    const read = () => setColours(readColours())
    // The theme is set on the document by an effect that runs after this one.
    const soon = requestAnimationFrame(read)
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', read)
    return () => {
      cancelAnimationFrame(soon)
      system.removeEventListener('change', read)
    }
  }, [theme])
  return colours
}

const seriesNames = Array.from({ length: 8 }, (_, at) => `--entity-${at + 1}`)

function readColours(): ChartColours {
  const probe = document.createElement('span')
  document.body.append(probe)
  const colourOf = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const colours = {
    text: colourOf('--muted'),
    grid: colourOf('--hairline'),
    series: seriesNames.map(colourOf),
  }
  probe.remove()
  return colours
}
