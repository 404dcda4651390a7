;; Scores rows of a vector index that are held in this memory.
;;
;; A row begins with three doubles, scale, weight and bias; its numbers follow at $numbers. Its key is
;;   weight * (scale * queryScale * dot(numbers, query) + shift) + bias
;; and the larger it is, the nearer the row (rows.ts says how distances become keys). The first two functions take a
;; list of the addresses of rows and write a double for each. The list must not be empty, and numbers fill
;; whole groups, the last one with zeros. boundSigns is about the signs of rows, which lie apart.
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
      (br_if $rows (i32.ne (local.get $list) (local.get $listEnd)))))

  ;; The most that the keys of rows may be, by the signs of their numbers (signs.ts says how), for groups of 16 rows.
  ;; A group begins with the scales, weights, biases and errors of its rows, 16 floats each. Then, for every 8 numbers,
  ;; there is a byte of signs for each row. $tables has two tables for each such byte, with what the query's
  ;; numbers add up to for the 16 values of its lower half and of its upper half. What they find in them
  ;; is the row's sum, below 2^16, and the bound is
  ;;   scale * (step * sum + base) + weight * shift + bias + error * queryError
  (func (export "boundSigns")
    (param $group i32) (param $groupEnd i32) (param $bytes i32) (param $tables i32)
    (param $step f32) (param $base f32) (param $shift f32) (param $queryError f32) (param $bounds i32)
    (local $at i32) (local $end i32) (local $table i32)
    (local $signs v128) (local $half v128) (local $low v128) (local $high v128)
    (local.set $half (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))
    (loop $groups
      (local.set $at (i32.add (local.get $group) (i32.const 256)))
      (local.set $end (i32.add (local.get $at) (local.get $bytes)))
      (local.set $table (local.get $tables))
      (local.set $low (v128.const i64x2 0 0))
      (local.set $high (v128.const i64x2 0 0))
      (loop $eights
        (local.set $signs (v128.load (local.get $at)))
        (local.set $signs (i8x16.add
          (i8x16.swizzle (v128.load (local.get $table)) (v128.and (local.get $signs) (local.get $half)))
          (i8x16.swizzle (v128.load offset=16 (local.get $table))
            (v128.and (i16x8.shr_u (local.get $signs) (i32.const 4)) (local.get $half)))))
        (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_u (local.get $signs))))
        (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_u (local.get $signs))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (local.set $table (i32.add (local.get $table) (i32.const 32)))
        (br_if $eights (i32.ne (local.get $at) (local.get $end))))
      (local.set $at (local.get $group))
      (local.set $signs (i32x4.extend_low_i16x8_u (local.get $low)))
      (local.set $low (i32x4.extend_high_i16x8_u (local.get $low)))
      (local.set $end (i32.add (local.get $group) (i32.const 64)))
      (loop $fours
        (v128.store (local.get $bounds)
          (f32x4.add
            (f32x4.add
              (f32x4.mul (v128.load (local.get $at))
                (f32x4.add (f32x4.splat (local.get $base))
                  (f32x4.mul (f32x4.splat (local.get $step)) (f32x4.convert_i32x4_u (local.get $signs)))))
              (f32x4.mul (v128.load offset=64 (local.get $at)) (f32x4.splat (local.get $shift))))
            (f32x4.add (v128.load offset=128 (local.get $at))
              (f32x4.mul (v128.load offset=192 (local.get $at)) (f32x4.splat (local.get $queryError))))))
        ;; The next four sums come from the upper part of the lower eight, then from the upper eight.
        (local.set $signs (local.get $low))
        (local.set $low (i32x4.extend_low_i16x8_u (local.get $high)))
        (local.set $high (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $high) (local.get $high)))
        (local.set $bounds (i32.add (local.get $bounds) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $fours (i32.ne (local.get $at) (local.get $end))))
      (local.set $group (i32.add (local.get $group) (i32.add (i32.const 256) (local.get $bytes))))
      (br_if $groups (i32.ne (local.get $group) (local.get $groupEnd)))))

  ;; Flips signs of the floats up to $end by chance, which $seed begins, and mixes those from $from up to $to by Walsh
  ;; and Hadamard's transform, without scaling. Lengths are whole groups of four, and $from to $to is a power of two of them.
  (func (export "turn")
    (param $values i32) (param $end i32) (param $from i32) (param $to i32) (param $seed i32)
    (local $state v128) (local $at i32) (local $half i32) (local $stop i32) (local $a v128) (local $b v128)
    (local.set $state (i32x4.mul (i32x4.splat (local.get $seed)) (v128.const i32x4 0x9e3779b1 0x85ebca6b 0xc2b2ae35 0x27d4eb2f)))
    (loop $flips
      (local.set $state (v128.xor (local.get $state) (i32x4.shl (local.get $state) (i32.const 13))))
      (local.set $state (v128.xor (local.get $state) (i32x4.shr_u (local.get $state) (i32.const 17))))
      (local.set $state (v128.xor (local.get $state) (i32x4.shl (local.get $state) (i32.const 5))))
      (v128.store (local.get $values) (v128.xor (v128.load (local.get $values))
        (v128.and (local.get $state) (v128.const i32x4 0x80000000 0x80000000 0x80000000 0x80000000))))
      (local.set $values (i32.add (local.get $values) (i32.const 16)))
      (br_if $flips (i32.lt_u (local.get $values) (local.get $end))))
    ;; Neighbours, and neighbours of these, within a group.
    (local.set $at (local.get $from))
    (loop $groups
      (local.set $a (v128.load (local.get $at)))
      (local.set $a (f32x4.add
        (i8x16.shuffle 0 1 2 3 0 1 2 3 8 9 10 11 8 9 10 11 (local.get $a) (local.get $a))
        (f32x4.mul (v128.const f32x4 1 -1 1 -1)
          (i8x16.shuffle 4 5 6 7 4 5 6 7 12 13 14 15 12 13 14 15 (local.get $a) (local.get $a)))))
      (v128.store (local.get $at) (f32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 (local.get $a) (local.get $a))
        (f32x4.mul (v128.const f32x4 1 1 -1 -1)
          (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $a) (local.get $a)))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $groups (i32.lt_u (local.get $at) (local.get $to))))
    ;; Groups that are $half bytes apart.
    (local.set $half (i32.const 16))
    (loop $halves
      (local.set $at (local.get $from))
      (loop $pairs
        (local.set $stop (i32.add (local.get $at) (local.get $half)))
        (loop $groups
          (local.set $a (v128.load (local.get $at)))
          (local.set $b (v128.load (i32.add (local.get $at) (local.get $half))))
          (v128.store (local.get $at) (f32x4.add (local.get $a) (local.get $b)))
          (v128.store (i32.add (local.get $at) (local.get $half)) (f32x4.sub (local.get $a) (local.get $b)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $groups (i32.lt_u (local.get $at) (local.get $stop))))
        (local.set $at (i32.add (local.get $at) (local.get $half)))
        (br_if $pairs (i32.lt_u (local.get $at) (local.get $to))))
      (local.set $half (i32.shl (local.get $half) (i32.const 1)))
      (br_if $halves (i32.lt_u (local.get $half) (i32.sub (local.get $to) (local.get $from)))))))
