#include "textflag.h"

// PAIR multiplies two numbers of x with those of eight rows and adds what comes out to
// their sums.
#define PAIR(from, SUM) \
	VPMOVSXBW from, Y9 \
	VPMADDWD Y8, Y9, Y9 \
	VPADDD Y9, SUM, SUM

// STORE adds the sums of eight rows, times both scales, to c.
#define STORE(off, SUM) \
	VCVTDQ2PS SUM, SUM \
	VMULPS Y10, SUM, SUM \
	VMULPS off(R10), SUM, SUM \
	VADDPS off(DI), SUM, SUM \
	VMOVUPS SUM, off(DI)

// func dots(c *float32, x *int16, packed *int8, scales *float32, groups, pairs int, scale float32)
TEXT ·dots(SB), NOSPLIT, $0-52
	MOVQ c+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ packed+16(FP), R8
	MOVQ scales+24(FP), R10
	MOVQ groups+32(FP), CX
	MOVQ pairs+40(FP), R9
	VBROADCASTSS scale+48(FP), Y10
	MOVQ R9, R11
	SHLQ $4, R11 // bytes of a group
	LEAQ (R11)(R11*2), R12

four:
	CMPQ CX, $4
	JLT  one
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	XORQ AX, AX

pairsOfFour:
	VPBROADCASTD (SI)(AX*4), Y8
	PAIR((R8), Y0)
	PAIR((R8)(R11*1), Y1)
	PAIR((R8)(R11*2), Y2)
	PAIR((R8)(R12*1), Y3)
	ADDQ $16, R8
	INCQ AX
	CMPQ AX, R9
	JLT  pairsOfFour
	STORE(0, Y0)
	STORE(32, Y1)
	STORE(64, Y2)
	STORE(96, Y3)
	ADDQ R12, R8
	ADDQ $128, DI
	ADDQ $128, R10
	SUBQ $4, CX
	JMP  four

one:
	TESTQ CX, CX
	JZ   done
	VPXOR Y0, Y0, Y0
	XORQ AX, AX

pairsOfOne:
	VPBROADCASTD (SI)(AX*4), Y8
	PAIR((R8), Y0)
	ADDQ $16, R8
	INCQ AX
	CMPQ AX, R9
	JLT  pairsOfOne
	STORE(0, Y0)
	ADDQ $32, DI
	ADDQ $32, R10
	DECQ CX
	JMP  one

done:
	VZEROUPPER
	RET

// func points(x *float32, groups int, series *float32, steep, high, low float32)
TEXT ·points(SB), NOSPLIT, $0-36
	MOVQ x+0(FP), DI
	MOVQ groups+8(FP), CX
	MOVQ series+16(FP), SI
	VBROADCASTSS steep+24(FP), Y3
	VBROADCASTSS high+28(FP), Y4
	VBROADCASTSS low+32(FP), Y5
	VBROADCASTSS 0(SI), Y6
	VBROADCASTSS 4(SI), Y7
	VBROADCASTSS 8(SI), Y8
	VBROADCASTSS 12(SI), Y9
	VBROADCASTSS 16(SI), Y10
	VBROADCASTSS 20(SI), Y11
	VBROADCASTSS 24(SI), Y12
	VBROADCASTSS 28(SI), Y13
	VBROADCASTSS 32(SI), Y14
	VBROADCASTSS 36(SI), Y15

eight:
	VMULPS (DI), Y3, Y0
	VMINPS Y6, Y0, Y0
	VMAXPS Y7, Y0, Y0
	VADDPS Y8, Y0, Y1 // the whole part lies in its last bits
	VSUBPS Y8, Y1, Y2
	VSUBPS Y2, Y0, Y0 // the rest
	VMULPS Y0, Y9, Y2
	VADDPS Y10, Y2, Y2
	VMULPS Y0, Y2, Y2
	VADDPS Y11, Y2, Y2
	VMULPS Y0, Y2, Y2
	VADDPS Y12, Y2, Y2
	VMULPS Y0, Y2, Y2
	VADDPS Y13, Y2, Y2
	VMULPS Y0, Y2, Y2
	VADDPS Y14, Y2, Y2
	VMULPS Y0, Y2, Y2
	VADDPS Y15, Y2, Y2
	VPSLLD $23, Y1, Y1
	VPADDD Y1, Y2, Y2
	VADDPS Y15, Y2, Y2
	VDIVPS Y2, Y4, Y2
	VADDPS Y5, Y2, Y2
	VMOVUPS Y2, (DI)
	ADDQ $32, DI
	DECQ CX
	JNZ  eight
	VZEROUPPER
	RET
