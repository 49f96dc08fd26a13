// Walker is a bot of Gold Hunter in plain Go: it follows sdk/ABI.md by itself.
//
// Workers walk to the nearest gold that the team sees and dig it, everybody else explores; a hunter that faces an
// opponent in line fires.
package main

import (
	"encoding/binary"
	"sort"
	"unsafe"
)

const (
	abiVersion = 1
	goldHunter = 1
	kindOrders = 3
	headerLen  = 16

	rotate = 1
	move   = 2
	fire   = 3
)

// What alloc gave, and what think answered last: globals keep them alive.
var (
	message []uint64
	answer  []byte
)

// When each place of the board was last stood on.
var visited = map[point]uint32{}

type point struct{ x, y uint16 }

type player struct {
	id     uint16
	at     point
	worker bool
	facing uint8
	ammo   uint32
}

func main() {}

//go:wasmexport botpit_abi
func botpitABI() int32 {
	return abiVersion | 1<<(16+goldHunter-1)
}

// A slice of 64-bit numbers, because the address has to be a multiple of 8.
//
//go:wasmexport alloc
func alloc(length int32) uint32 {
	message = make([]uint64, (int(length)+7)/8)
	return address(unsafe.Pointer(unsafe.SliceData(message)))
}

//go:wasmexport think
func think(_ uint32, length int32) uint64 {
	view := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(message))), int(length))
	answer = append(answer[:0], make([]byte, headerLen)...)
	decide(view)
	for at, value := range []uint16{abiVersion, goldHunter, kindOrders, headerLen} {
		binary.LittleEndian.PutUint16(answer[2*at:], value)
	}
	binary.LittleEndian.PutUint32(answer[8:], uint32(len(answer)))
	return uint64(address(unsafe.Pointer(unsafe.SliceData(answer))))<<32 | uint64(len(answer))
}

func address(pointer unsafe.Pointer) uint32 {
	return uint32(uintptr(pointer))
}

func decide(view []byte) {
	turn := binary.LittleEndian.Uint32(view[16:])
	opponents := map[point]bool{}
	for _, record := range list(view, 56, 8) {
		opponents[place(record, 2)] = true
	}
	blocked := map[point]bool{}
	free := map[point]bool{}
	for _, record := range list(view, 64, 8) {
		at := place(record, 0)
		free[at] = record[4] == 0
		blocked[at] = record[4]&1 != 0
	}
	var gold []point
	for _, record := range list(view, 80, 12) {
		gold = append(gold, place(record, 0))
	}
	for _, record := range list(view, 48, 12) {
		own := player{
			id:     binary.LittleEndian.Uint16(record),
			at:     place(record, 2),
			worker: record[6] == 1,
			facing: record[7],
			ammo:   binary.LittleEndian.Uint32(record[8:]),
		}
		visited[own.at] = turn + 1
		own.act(gold, free, blocked, opponents)
	}
}

func (own player) act(gold []point, free, blocked, opponents map[point]bool) {
	if !own.worker && own.ammo > 0 && own.aims(blocked, opponents) {
		order(own.id, fire, 0)
		return
	}
	if own.worker && len(gold) > 0 {
		sort.SliceStable(gold, func(i, j int) bool { return distance(own.at, gold[i]) < distance(own.at, gold[j]) })
		if gold[0] == own.at {
			return
		}
		own.walk(free, func(at point) int { return distance(at, gold[0]) })
		return
	}
	own.walk(free, func(at point) int { return int(visited[at]) })
}

// Whether an opponent stands in the line of fire, with nothing in between.
func (own player) aims(blocked, opponents map[point]bool) bool {
	for at := own.at.next(own.facing); !blocked[at] && distance(own.at, at) <= 8; at = at.next(own.facing) {
		if opponents[at] {
			return true
		}
	}
	return false
}

// Walks, or turns, to the free neighbour of the least cost.
func (own player) walk(free map[point]bool, cost func(point) int) {
	best, found := uint8(0), false
	for direction := range uint8(4) {
		at := own.at.next(direction)
		if free[at] && (!found || cost(at) < cost(own.at.next(best))) {
			best, found = direction, true
		}
	}
	switch {
	case !found:
	case best == own.facing:
		order(own.id, move, 0)
	default:
		order(own.id, rotate, best)
	}
}

func (at point) next(direction uint8) point {
	switch direction {
	case 0:
		at.y--
	case 1:
		at.x++
	case 2:
		at.y++
	default:
		at.x--
	}
	return at
}

func distance(a, b point) int {
	return absolute(int(a.x)-int(b.x)) + absolute(int(a.y)-int(b.y))
}

func absolute(number int) int {
	return max(number, -number)
}

func order(player uint16, kind, direction uint8) {
	answer = append(answer, byte(player), byte(player>>8), kind, direction)
}

func place(record []byte, at int) point {
	return point{binary.LittleEndian.Uint16(record[at:]), binary.LittleEndian.Uint16(record[at+2:])}
}

// The records of the list whose place and count stand at an offset of the view.
func list(view []byte, at, size int) [][]byte {
	first := int(binary.LittleEndian.Uint32(view[at:]))
	records := make([][]byte, binary.LittleEndian.Uint32(view[at+4:]))
	for i := range records {
		records[i] = view[first+i*size:][:size]
	}
	return records
}
