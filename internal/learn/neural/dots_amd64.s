#include "textflag.h"

// CHUNK multiplies four numbers of x with those of eight rows, two rows in a register,
// and adds what comes out to four sums.
#define CHUNK(off, A, B, C, D) \
	VBROADCASTF128 off(SI)(AX*1), Y8 \
	VMULPS 8*off+0(R8)(AX*8), Y8, Y9 \
	VMULPS 8*off+32(R8)(AX*8), Y8, Y10 \
	VMULPS 8*off+64(R8)(AX*8), Y8, Y11 \
	VMULPS 8*off+96(R8)(AX*8), Y8, Y12 \
	VADDPS Y9, A, A \
	VADDPS Y10, B, B \
	VADDPS Y11, C, C \
	VADDPS Y12, D, D

// func dots(c, x, packed *float32, groups, k int)
TEXT ·dots(SB), NOSPLIT, $0-40
	MOVQ c+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ packed+16(FP), R8
	MOVQ groups+24(FP), CX
	MOVQ k+32(FP), R9
	SHLQ $2, R9 // bytes of a row

group:
	XORQ AX, AX
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VXORPS Y6, Y6, Y6
	VXORPS Y7, Y7, Y7
	MOVQ R9, DX
	SHRQ $6, DX // sixteen numbers at a time
	JZ   rest

sixteen:
	CHUNK(0, Y0, Y1, Y2, Y3)
	CHUNK(16, Y4, Y5, Y6, Y7)
	CHUNK(32, Y0, Y1, Y2, Y3)
	CHUNK(48, Y4, Y5, Y6, Y7)
	ADDQ $64, AX
	DECQ DX
	JNZ  sixteen
	VADDPS Y4, Y0, Y0
	VADDPS Y5, Y1, Y1
	VADDPS Y6, Y2, Y2
	VADDPS Y7, Y3, Y3

rest:
	CMPQ AX, R9
	JGE  store
	CHUNK(0, Y0, Y1, Y2, Y3)
	ADDQ $16, AX
	JMP  rest

store:
	VHADDPS Y0, Y0, Y0
	VHADDPS Y0, Y0, Y0
	VHADDPS Y1, Y1, Y1
	VHADDPS Y1, Y1, Y1
	VHADDPS Y2, Y2, Y2
	VHADDPS Y2, Y2, Y2
	VHADDPS Y3, Y3, Y3
	VHADDPS Y3, Y3, Y3
	VEXTRACTF128 $1, Y0, X4
	VEXTRACTF128 $1, Y1, X5
	VEXTRACTF128 $1, Y2, X6
	VEXTRACTF128 $1, Y3, X7
	VADDSS 0(DI), X0, X0
	VADDSS 4(DI), X4, X4
	VADDSS 8(DI), X1, X1
	VADDSS 12(DI), X5, X5
	VADDSS 16(DI), X2, X2
	VADDSS 20(DI), X6, X6
	VADDSS 24(DI), X3, X3
	VADDSS 28(DI), X7, X7
	VMOVSS X0, 0(DI)
	VMOVSS X4, 4(DI)
	VMOVSS X1, 8(DI)
	VMOVSS X5, 12(DI)
	VMOVSS X2, 16(DI)
	VMOVSS X6, 20(DI)
	VMOVSS X3, 24(DI)
	VMOVSS X7, 28(DI)
	ADDQ $32, DI
	LEAQ (R8)(R9*8), R8
	DECQ CX
	JNZ  group
	VZEROUPPER
	RET
