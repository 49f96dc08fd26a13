;; The work that `botpit check` measures this machine with. The first byte of the view says which kind.
(module
  (memory (export "memory") 4)
  (table 2 funcref)
  (elem (i32.const 0) $fibonacci $step)
  (type $unary (func (param i32) (result i32)))

  ;; Plays every game, as it gives no orders.
  (func (export "botpit_abi") (result i32) (i32.const 0xffff0001))
  (func (export "alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "think") (param $view i32) (param $len i32) (result i64)
    (block $arithmetic (block $search (block $calls (block $scan
      (br_table $arithmetic $search $calls $scan (i32.load8_u (local.get $view))))
      ;; scan
      (call $scan (i32.const 2_000))
      (return (i64.const 0)))
      ;; calls
      (drop (call_indirect (type $unary) (i32.const 27) (i32.const 0)))
      (return (i64.const 0)))
      ;; search
      (call $search_often (i32.const 100))
      (return (i64.const 0)))
    ;; arithmetic
    (call $mix (i32.const 2_500_000))
    (i64.const 0))

  ;; Numbers that stay in registers: xorshift, with a multiplication and a square root.
  (func $mix (param $times i32)
    (local $x i64) (local $f f64)
    (local.set $x (i64.const 88172645463325252))
    (loop $again
      (local.set $x (i64.xor (local.get $x) (i64.shl (local.get $x) (i64.const 13))))
      (local.set $x (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 7))))
      (local.set $x (i64.xor (local.get $x) (i64.shl (local.get $x) (i64.const 17))))
      (local.set $f (f64.sqrt (f64.add (f64.mul (local.get $f) (f64.const 0.5))
                                       (f64.convert_i64_u (i64.shr_u (local.get $x) (i64.const 12))))))
      (br_if $again (local.tee $times (i32.sub (local.get $times) (i32.const 1)))))
    (i64.store (i32.const 0) (local.get $x))
    (f64.store (i32.const 8) (local.get $f)))

  ;; Arrays that are walked in order: 4096 numbers, each changed by the one before it.
  (func $scan (param $times i32)
    (local $at i32) (local $sum i32)
    (loop $again
      (local.set $at (i32.const 0))
      (loop $next
        (local.set $sum (i32.add (local.get $sum) (i32.load offset=4096 (local.get $at))))
        (local.set $sum (i32.xor (local.get $sum) (i32.load offset=4100 (local.get $at))))
        (i32.store offset=4100 (local.get $at) (i32.shr_u (local.get $sum) (i32.const 1)))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br_if $next (i32.lt_u (local.get $at) (i32.const 16384))))
      (br_if $again (local.tee $times (i32.sub (local.get $times) (i32.const 1))))))

  ;; Breadth-first search on a board of 64 by 64 cells with walls: distances at 4096, the queue at 32768.
  (func $search_often (param $times i32)
    (loop $again
      (call $search (i32.mul (local.get $times) (i32.const 37)))
      (br_if $again (local.tee $times (i32.sub (local.get $times) (i32.const 1))))))
  (func $search (param $from i32)
    (local $head i32) (local $tail i32) (local $cell i32) (local $distance i32)
    (memory.fill (i32.const 4096) (i32.const 0xff) (i32.const 16384))
    (local.set $head (i32.const 32768))
    (local.set $tail (call $reach (local.get $head) (i32.and (local.get $from) (i32.const 4095)) (i32.const 0)))
    (loop $next
      (local.set $cell (i32.load (local.get $head)))
      (local.set $head (i32.add (local.get $head) (i32.const 4)))
      (local.set $distance
        (i32.add (i32.const 1) (i32.load offset=4096 (i32.shl (local.get $cell) (i32.const 2)))))
      (local.set $tail (call $reach (local.get $tail)
        (i32.and (i32.add (local.get $cell) (i32.const 1)) (i32.const 4095)) (local.get $distance)))
      (local.set $tail (call $reach (local.get $tail)
        (i32.and (i32.sub (local.get $cell) (i32.const 1)) (i32.const 4095)) (local.get $distance)))
      (local.set $tail (call $reach (local.get $tail)
        (i32.and (i32.add (local.get $cell) (i32.const 64)) (i32.const 4095)) (local.get $distance)))
      (local.set $tail (call $reach (local.get $tail)
        (i32.and (i32.sub (local.get $cell) (i32.const 64)) (i32.const 4095)) (local.get $distance)))
      (br_if $next (i32.lt_u (local.get $head) (local.get $tail)))))
  ;; Puts a cell at the end of the queue, unless it was reached before or is a wall.
  (func $reach (param $tail i32) (param $cell i32) (param $distance i32) (result i32)
    (local $at i32)
    (local.set $at (i32.shl (local.get $cell) (i32.const 2)))
    (if (i32.ge_s (i32.load offset=4096 (local.get $at)) (i32.const 0)) (then (return (local.get $tail))))
    (if (i32.lt_u (i32.mul (local.get $cell) (i32.const -1640531527)) (i32.const 0x30000000))
      (then (return (local.get $tail))))
    (i32.store offset=4096 (local.get $at) (local.get $distance))
    (i32.store (local.get $tail) (local.get $cell))
    (i32.add (local.get $tail) (i32.const 4)))

  ;; Many small functions that are called through pointers, as in interpreters and object-oriented code.
  (func $fibonacci (param $n i32) (result i32)
    (if (i32.lt_s (local.get $n) (i32.const 2)) (then (return (local.get $n))))
    (i32.add
      (call_indirect (type $unary) (call_indirect (type $unary) (local.get $n) (i32.const 1)) (i32.const 0))
      (call_indirect (type $unary) (i32.sub (local.get $n) (i32.const 2)) (i32.const 0))))
  (func $step (param $n i32) (result i32) (i32.sub (local.get $n) (i32.const 1))))
