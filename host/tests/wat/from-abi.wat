;; A bot for Gold Hunter, written from sdk/ABI.md alone.
;;
;; Hunters turn towards a visible opponent in their row or column and fire; workers stay on gold and dig; everybody
;; else wanders. Each player's cell is marked for the viewer.
;;
;; Memory: below 4096 texts and a mark; from 4096 the answer; from 65536 the buffer for setup and views.
(module
  (import "botpit" "log" (func $log (param i32 i32)))
  (import "botpit" "draw" (func $draw (param i32 i32)))
  (import "botpit" "fuel_left" (func $fuel_left (result i64)))
  (import "botpit" "random" (func $random (result i64)))

  (memory (export "memory") 1)
  (data (i32.const 16) "from-abi")
  (data (i32.const 32) "set up")
  (data (i32.const 48) "fuel is short: the other players rest")
  ;; A mark that fills a cell with 30a0ff80; its position, at 104, is filled in.
  (data (i32.const 96) "\01\00\00\00\80\ff\a0\30\00\00\00\00\00\00\00\00")
  ;; The header of an answer: version 1, game 1, kind 3, 16 bytes long; its length, at 4104, is filled in.
  (data (i32.const 4096) "\01\00\01\00\03\00\10\00\00\00\00\00\00\00\00\00")

  (global $max_orders (mut i32) (i32.const 0))

  (func (export "botpit_abi") (result i32)
    (i32.const 0x00010001))

  (func (export "team_name") (result i64)
    (call $slice (i32.const 16) (i32.const 8)))

  (func (export "alloc") (param $len i32) (result i32)
    (local $missing i32)
    (local.set $missing
      (i32.sub
        (i32.add (i32.const 1) (i32.shr_u (i32.add (local.get $len) (i32.const 65535)) (i32.const 16)))
        (memory.size)))
    (if (i32.gt_s (local.get $missing) (i32.const 0))
      (then
        (if (i32.eq (memory.grow (local.get $missing)) (i32.const -1))
          (then (unreachable)))))
    (i32.const 65536))

  (func (export "setup") (param $setup i32) (param $len i32)
    (global.set $max_orders (i32.load offset=52 (local.get $setup)))
    (call $log (i32.const 32) (i32.const 6)))

  (func (export "think") (param $view i32) (param $len i32) (result i64)
    (local $player i32)
    (local $end i32)
    (local $answer_end i32)
    (local $order i32)
    (local.set $answer_end (i32.const 4112))
    (local.set $player (i32.add (local.get $view) (i32.load offset=48 (local.get $view))))
    (local.set $end
      (i32.add (local.get $player) (i32.mul (i32.load offset=52 (local.get $view)) (i32.const 12))))
    (block $done
      (loop $next
        (br_if $done (i32.eq (local.get $player) (local.get $end)))
        (br_if $done (i32.eq (call $count (local.get $answer_end)) (global.get $max_orders)))
        (if (i64.lt_u (call $fuel_left) (i64.const 100000))
          (then
            (call $log (i32.const 48) (i32.const 37))
            (br $done)))
        (i32.store (i32.const 104) (i32.load offset=2 align=2 (local.get $player)))
        (call $draw (i32.const 96) (i32.const 16))
        (local.set $order (call $decide (local.get $view) (local.get $player)))
        (if (local.get $order)
          (then
            (i32.store16 (local.get $answer_end) (i32.load16_u (local.get $player)))
            (i32.store16 offset=2 (local.get $answer_end) (local.get $order))
            (local.set $answer_end (i32.add (local.get $answer_end) (i32.const 4)))))
        (local.set $player (i32.add (local.get $player) (i32.const 12)))
        (br $next)))
    (i32.store (i32.const 4104) (i32.sub (local.get $answer_end) (i32.const 4096)))
    (call $slice (i32.const 4096) (i32.sub (local.get $answer_end) (i32.const 4096))))

  ;; What one player does, as kind | direction << 8; 0 is nothing.
  (func $decide (param $view i32) (param $player i32) (result i32)
    (local $aim i32)
    (local $chance i32)
    (if (i32.load8_u offset=6 (local.get $player))
      (then
        (if (call $on_gold (local.get $view) (local.get $player))
          (then (return (i32.const 0)))))
      (else
        (local.set $aim (call $aim (local.get $view) (local.get $player)))
        (if (i32.and
              (i32.ge_s (local.get $aim) (i32.const 0))
              (i32.ne (i32.load offset=8 (local.get $player)) (i32.const 0)))
          (then
            (if (i32.eq (local.get $aim) (i32.load8_u offset=7 (local.get $player)))
              (then (return (i32.const 3))))
            (return (call $rotate (local.get $aim)))))))
    (local.set $chance (i32.wrap_i64 (call $random)))
    (if (i32.and (local.get $chance) (i32.const 12))
      (then (return (i32.const 2))))
    (call $rotate (i32.and (local.get $chance) (i32.const 3))))

  ;; The direction in which a visible opponent stands in the player's row or column, or -1.
  (func $aim (param $view i32) (param $player i32) (result i32)
    (local $opponent i32)
    (local $end i32)
    (local $dx i32)
    (local $dy i32)
    (local.set $opponent (i32.add (local.get $view) (i32.load offset=56 (local.get $view))))
    (local.set $end
      (i32.add (local.get $opponent) (i32.mul (i32.load offset=60 (local.get $view)) (i32.const 8))))
    (block $nobody
      (loop $next
        (br_if $nobody (i32.eq (local.get $opponent) (local.get $end)))
        (local.set $dx
          (i32.sub (i32.load16_u offset=2 (local.get $opponent)) (i32.load16_u offset=2 (local.get $player))))
        (local.set $dy
          (i32.sub (i32.load16_u offset=4 (local.get $opponent)) (i32.load16_u offset=4 (local.get $player))))
        (if (i32.eqz (local.get $dx))
          (then (return (select (i32.const 0) (i32.const 2) (i32.lt_s (local.get $dy) (i32.const 0))))))
        (if (i32.eqz (local.get $dy))
          (then (return (select (i32.const 3) (i32.const 1) (i32.lt_s (local.get $dx) (i32.const 0))))))
        (local.set $opponent (i32.add (local.get $opponent) (i32.const 8)))
        (br $next)))
    (i32.const -1))

  ;; Whether the player stands on gold: positions are compared as one 32-bit number.
  (func $on_gold (param $view i32) (param $player i32) (result i32)
    (local $gold i32)
    (local $end i32)
    (local.set $gold (i32.add (local.get $view) (i32.load offset=80 (local.get $view))))
    (local.set $end (i32.add (local.get $gold) (i32.mul (i32.load offset=84 (local.get $view)) (i32.const 12))))
    (block $none
      (loop $next
        (br_if $none (i32.eq (local.get $gold) (local.get $end)))
        (if (i32.eq (i32.load (local.get $gold)) (i32.load offset=2 align=2 (local.get $player)))
          (then (return (i32.const 1))))
        (local.set $gold (i32.add (local.get $gold) (i32.const 12)))
        (br $next)))
    (i32.const 0))

  (func $rotate (param $direction i32) (result i32)
    (i32.or (i32.const 1) (i32.shl (local.get $direction) (i32.const 8))))

  (func $count (param $answer_end i32) (result i32)
    (i32.shr_u (i32.sub (local.get $answer_end) (i32.const 4112)) (i32.const 2)))

  (func $slice (param $ptr i32) (param $len i32) (result i64)
    (i64.or
      (i64.shl (i64.extend_i32_u (local.get $ptr)) (i64.const 32))
      (i64.extend_i32_u (local.get $len)))))
