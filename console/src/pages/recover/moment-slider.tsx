import { Button } from '../../design/button.js'
import { Field } from '../../design/field.js'
import { formatTime } from '../../design/format.js'
import { TextInput } from '../../design/inputs.js'
import {
  localText,
  momentOfText,
  stepOfKey,
  steps,
  withinRange,
  type MomentRange,
} from './moment.js'
import './moment-slider.css'

export interface MomentSliderProps {
  readonly range: MomentRange
  readonly value: number
  readonly onChange: (moment: number) => void
}

export function MomentSlider({ range, value, onChange }: MomentSliderProps) {
  const go = (moment: number) => onChange(withinRange(moment, range))
  return (
    <div className="moment">
      <input
        type="range"
        className="moment-range"
        aria-label="Moment"
        aria-valuetext={formatTime(value * 1000)}
        min={range.earliest}
        max={range.latest}
        step={1}
        value={value}
        onChange={(event) => go(Number(event.target.value))}
        onKeyDown={(event) => {
          const step = stepOfKey(event)
          if (step === undefined) return
          event.preventDefault()
          go(value + step)
        }}
      />
      <div className="moment-ends">
        <span>{formatTime(range.earliest * 1000)}</span>
        <span>{formatTime(range.latest * 1000)}</span>
      </div>
      <div className="moment-steps">
        {steps.toReversed().map(({ seconds, name }) => (
          <Button
            key={name}
            aria-label={`${name} earlier`}
            disabled={value <= range.earliest}
            onClick={() => go(value - seconds)}
          >
            −{name}
          </Button>
        ))}
        <Field label="Moment (local time)">
          {(parts) => (
            <TextInput
              {...parts}
              type="datetime-local"
              step={1}
              value={localText(value)}
              onChange={(text) => {
                const moment = momentOfText(text)
                if (moment !== undefined) go(moment)
              }}
            />
          )}
        </Field>
        {steps.map(({ seconds, name }) => (
          <Button
            key={name}
            aria-label={`${name} later`}
            disabled={value >= range.latest}
            onClick={() => go(value + seconds)}
          >
            +{name}
          </Button>
        ))}
      </div>
      <p className="moment-hint">
        Arrow keys move by seconds, with Shift by minutes, with Ctrl by hours.
      </p>
    </div>
  )
}
