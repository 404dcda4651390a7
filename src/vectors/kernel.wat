;; Scores rows of a vector index that are held in this memory.
;;
;; A row begins with three doubles, scale, weight and bias; its numbers follow at $numbers. Its key is
;;   weight * (scale * queryScale * dot(numbers, query) + shift) + bias
;; and the larger it is, the nearer the row (rows.ts says how distances become keys). Both functions take a
;; list of the addresses of rows and write a double for each. The list must not be empty, and numbers fill
;; whole groups, the last one with zeros.
;;
;; `npm run generate` compiles this into generated/kernel-bytes.ts.
(module
  (import "gramme" "memory" (memory 1))

  ;; Numbers are bytes with a sign, in groups of 32; the query's are 16 bits wide. An accumulator's lane takes
  ;; two products each for at most 128 groups, and all four together stay below 2^31 if the query's numbers
  ;; are below 2^14.
  (func (export "scoreBytes")
    (param $list i32) (param $listEnd i32) (param $numbers i32) (param $bytes i32) (param $query i32)
    (param $queryScale f64) (param $shift f64) (param $keys i32)
    (local $row i32) (local $at i32) (local $end i32) (local $q i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (loop $rows
      (local.set $row (i32.load (local.get $list)))
      (local.set $at (i32.add (local.get $row) (local.get $numbers)))
      (local.set $end (i32.add (local.get $at) (local.get $bytes)))
      (local.set $q (local.get $query))
      (local.set $a (v128.const i64x2 0 0))
      (local.set $b (v128.const i64x2 0 0))
      (local.set $c (v128.const i64x2 0 0))
      (local.set $d (v128.const i64x2 0 0))
      (loop $groups
        (local.set $a (i32x4.add (local.get $a)
          (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $at)) (v128.load (local.get $q)))))
        (local.set $b (i32x4.add (local.get $b)
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $at)) (v128.load offset=16 (local.get $q)))))
        (local.set $c (i32x4.add (local.get $c)
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $at)) (v128.load offset=32 (local.get $q)))))
        (local.set $d (i32x4.add (local.get $d)
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $at)) (v128.load offset=48 (local.get $q)))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (local.set $q (i32.add (local.get $q) (i32.const 64)))
        (br_if $groups (i32.ne (local.get $at) (local.get $end))))
      (local.set $a (i32x4.add
        (i32x4.add (local.get $a) (local.get $b))
        (i32x4.add (local.get $c) (local.get $d))))
      (local.set $b (f64x2.add
        (f64x2.convert_low_i32x4_s (local.get $a))
        (f64x2.convert_low_i32x4_s
          (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $a) (local.get $a)))))
      (f64.store (local.get $keys)
        (f64.add (f64.load offset=16 (local.get $row))
          (f64.mul (f64.load offset=8 (local.get $row))
            (f64.add (local.get $shift)
              (f64.mul (f64.mul (f64.load (local.get $row)) (local.get $queryScale))
                (f64.add (f64x2.extract_lane 0 (local.get $b)) (f64x2.extract_lane 1 (local.get $b))))))))
      (local.set $keys (i32.add (local.get $keys) (i32.const 8)))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (br_if $rows (i32.ne (local.get $list) (local.get $listEnd)))))

  ;; Numbers are 32-bit floats in groups of 8; the query's are doubles, and sums are doubles too: nothing
  ;; overflows, and a difference of large numbers keeps its digits.
  (func (export "scoreFloats")
    (param $list i32) (param $listEnd i32) (param $numbers i32) (param $bytes i32) (param $query i32)
    (param $queryScale f64) (param $shift f64) (param $keys i32)
    (local $row i32) (local $at i32) (local $end i32) (local $q i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (loop $rows
      (local.set $row (i32.load (local.get $list)))
      (local.set $at (i32.add (local.get $row) (local.get $numbers)))
      (local.set $end (i32.add (local.get $at) (local.get $bytes)))
      (local.set $q (local.get $query))
      (local.set $a (v128.const i64x2 0 0))
      (local.set $b (v128.const i64x2 0 0))
      (local.set $c (v128.const i64x2 0 0))
      (local.set $d (v128.const i64x2 0 0))
      (loop $groups
        (local.set $a (f64x2.add (local.get $a) (f64x2.mul
          (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $at))) (v128.load (local.get $q)))))
        (local.set $b (f64x2.add (local.get $b) (f64x2.mul
          (f64x2.promote_low_f32x4 (v128.load64_zero offset=8 (local.get $at))) (v128.load offset=16 (local.get $q)))))
        (local.set $c (f64x2.add (local.get $c) (f64x2.mul
          (f64x2.promote_low_f32x4 (v128.load64_zero offset=16 (local.get $at))) (v128.load offset=32 (local.get $q)))))
        (local.set $d (f64x2.add (local.get $d) (f64x2.mul
          (f64x2.promote_low_f32x4 (v128.load64_zero offset=24 (local.get $at))) (v128.load offset=48 (local.get $q)))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (local.set $q (i32.add (local.get $q) (i32.const 64)))
        (br_if $groups (i32.ne (local.get $at) (local.get $end))))
      (local.set $a (f64x2.add
        (f64x2.add (local.get $a) (local.get $b))
        (f64x2.add (local.get $c) (local.get $d))))
      (f64.store (local.get $keys)
        (f64.add (f64.load offset=16 (local.get $row))
          (f64.mul (f64.load offset=8 (local.get $row))
            (f64.add (local.get $shift)
              (f64.mul (f64.mul (f64.load (local.get $row)) (local.get $queryScale))
                (f64.add (f64x2.extract_lane 0 (local.get $a)) (f64x2.extract_lane 1 (local.get $a))))))))
      (local.set $keys (i32.add (local.get $keys) (i32.const 8)))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (br_if $rows (i32.ne (local.get $list) (local.get $listEnd))))))
