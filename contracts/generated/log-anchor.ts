/** Generated from src/*.sol by build.ts; a test compares it with a fresh compile. Do not edit. */
import {
  BaseContract,
  type BaseContractMethod,
  type ContractRunner,
  type ContractTransactionResponse,
} from 'ethers'

/** Functions, events and errors of LogAnchor. */
export const logAnchorAbi = [
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "operator",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "successor",
        "type": "address"
      }
    ],
    "name": "LogClosed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "oldRoot",
        "type": "bytes32"
      },
      {
        "internalType": "bytes32",
        "name": "provedOldRoot",
        "type": "bytes32"
      },
      {
        "internalType": "bytes32",
        "name": "newRoot",
        "type": "bytes32"
      },
      {
        "internalType": "bytes32",
        "name": "provedNewRoot",
        "type": "bytes32"
      }
    ],
    "name": "LogInconsistentProof",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint64",
        "name": "index",
        "type": "uint64"
      },
      {
        "internalType": "uint64",
        "name": "size",
        "type": "uint64"
      }
    ],
    "name": "LogIndexOutOfRange",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "operator",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "successor",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "caller",
        "type": "address"
      }
    ],
    "name": "LogNotNamedSuccessor",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "length",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      }
    ],
    "name": "LogProofLength",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint64",
        "name": "oldSize",
        "type": "uint64"
      },
      {
        "internalType": "uint64",
        "name": "newSize",
        "type": "uint64"
      }
    ],
    "name": "LogSizeMustGrow",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "operator",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "head",
        "type": "bytes32"
      },
      {
        "internalType": "bytes32",
        "name": "given",
        "type": "bytes32"
      }
    ],
    "name": "LogStaleHead",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "successor",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "head",
        "type": "bytes32"
      }
    ],
    "name": "LogSuccessorNotEmpty",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "operator",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint64",
        "name": "size",
        "type": "uint64"
      },
      {
        "indexed": false,
        "internalType": "bytes32",
        "name": "root",
        "type": "bytes32"
      }
    ],
    "name": "Anchored",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint64",
        "name": "size",
        "type": "uint64"
      },
      {
        "indexed": false,
        "internalType": "bytes32",
        "name": "root",
        "type": "bytes32"
      }
    ],
    "name": "HandedOver",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "operator",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "successor",
        "type": "address"
      }
    ],
    "name": "SuccessorNamed",
    "type": "event"
  },
  {
    "inputs": [
      {
        "internalType": "uint64",
        "name": "oldSize",
        "type": "uint64"
      },
      {
        "internalType": "bytes32",
        "name": "oldRoot",
        "type": "bytes32"
      },
      {
        "internalType": "uint64",
        "name": "newSize",
        "type": "uint64"
      },
      {
        "internalType": "bytes32",
        "name": "newRoot",
        "type": "bytes32"
      },
      {
        "internalType": "bytes32[]",
        "name": "proof",
        "type": "bytes32[]"
      }
    ],
    "name": "anchor",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "operator",
        "type": "address"
      }
    ],
    "name": "headOf",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "head",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "operator",
        "type": "address"
      },
      {
        "internalType": "uint64",
        "name": "size",
        "type": "uint64"
      },
      {
        "internalType": "bytes32",
        "name": "root",
        "type": "bytes32"
      },
      {
        "internalType": "bytes32",
        "name": "leafHash",
        "type": "bytes32"
      },
      {
        "internalType": "uint64",
        "name": "index",
        "type": "uint64"
      },
      {
        "internalType": "bytes32[]",
        "name": "proof",
        "type": "bytes32[]"
      }
    ],
    "name": "isIncluded",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      }
    ],
    "name": "nameSuccessor",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "operator",
        "type": "address"
      }
    ],
    "name": "successorOf",
    "outputs": [
      {
        "internalType": "address",
        "name": "successor",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "internalType": "uint64",
        "name": "size",
        "type": "uint64"
      },
      {
        "internalType": "bytes32",
        "name": "root",
        "type": "bytes32"
      }
    ],
    "name": "takeOver",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const

/** Creation bytecode; the constructor takes no arguments. */
export const logAnchorCreationCode =
  '0x60808060405234601557610b24908161001b8239f35b600080fdfe608080604052600436101561001357600080fd5b60003560e01c9081631db0e136146106b9575080635adbc9c71461063e5780637bf2fd36146104d0578063811c66ac146103b7578063a4cb851c1461026a5763ac2cdcc61461006157600080fd5b346102655760c07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126102655761009861071a565b6100a061073d565b6044356064356084359367ffffffffffffffff85168095036102655760a43567ffffffffffffffff8111610265576100ff946100e967ffffffffffffffff923690600401610754565b9690938260005286602052604060002090610785565b1680861015610234577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff01949160009260405191600183538085526020528291876001985b6101b5575050500360051c93846101a2575b505060205191808403610170576020838360405191148152f35b83907f9dfc5e870000000000000000000000000000000000000000000000000000000060005260045260245260446000fd5b60203d1416156101b25738610156565b80fd5b90919297600184166000146102055760209089356001850152865160218501908152828860418760025afa9083519052828060418760025afa1616985b01925b60011c9060011c80929192610144565b81841461022d576020908151600185015289356021850152818060418660025afa16986101f2565b97926101f5565b857fa642bff60000000000000000000000000000000000000000000000000000000060005260045260245260446000fd5b600080fd5b346102655760607ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc360112610265576102a161071a565b6102a961073d565b9060443573ffffffffffffffffffffffffffffffffffffffff82169182600052600160205273ffffffffffffffffffffffffffffffffffffffff6040600020541633810361038257507f4cb413cc820bcb653dfe5880a566cfe92355b583d8dfe0883cbeacec2212dd089161037d91856000528160205261032f60406000208092610785565b61033833610aba565b33600052600060205260406000205583600052600060205260016040600020556040519182913396836020909392919367ffffffffffffffff60408201951681520152565b0390a3005b837f7de34ae8000000000000000000000000000000000000000000000000000000006000526004526024523360445260646000fd5b346102655760207ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc360112610265576103ee61071a565b33600052600060205260016040600020541461047a5733600052600160205273ffffffffffffffffffffffffffffffffffffffff6040600020911690817fffffffffffffffffffffffff0000000000000000000000000000000000000000825416179055337f8b2dd8d29de3ade1de74555e853c8de92afb03e1c2f7d4ff0d92af31b1b46a28600080a3005b33600052600160205273ffffffffffffffffffffffffffffffffffffffff604060002054167f1c848342000000000000000000000000000000000000000000000000000000006000523360045260245260446000fd5b346102655760a07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126102655760043567ffffffffffffffff811690818103610265576024356044359267ffffffffffffffff841691828503610265576064359360843567ffffffffffffffff811161026557610553903690600401610754565b949093801580610636575b156106215761056f60005b33610785565b808211156105f157877f0cd48d2f0de2b26babeaa563bc19f67e7b14bb998edeaabe4592e8b4472dda6b6105ec896105ab8a8a83878c8c61084b565b836000528060205260406000203360005260006020526040600020556040519182913395836020909392919367ffffffffffffffff60408201951681520152565b0390a2005b7facc3d3c70000000000000000000000000000000000000000000000000000000060005260045260245260446000fd5b826000528360205261056f6040600020610569565b50831561055e565b346102655760207ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126102655773ffffffffffffffffffffffffffffffffffffffff61068a61071a565b166000526001602052602073ffffffffffffffffffffffffffffffffffffffff60406000205416604051908152f35b346102655760207ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126102655760209073ffffffffffffffffffffffffffffffffffffffff61070861071a565b16600052600082526040600020548152f35b6004359073ffffffffffffffffffffffffffffffffffffffff8216820361026557565b6024359067ffffffffffffffff8216820361026557565b9181601f840112156102655782359167ffffffffffffffff8311610265576020808501948460051b01011161026557565b73ffffffffffffffffffffffffffffffffffffffff1660008181526020819052604090205491928284146108455750600182146107ef577f23955b660000000000000000000000000000000000000000000000000000000060005260045260245260445260646000fd5b80600052600160205273ffffffffffffffffffffffffffffffffffffffff60406000205416907f1c8483420000000000000000000000000000000000000000000000000000000060005260045260245260446000fd5b92505050565b90949367ffffffffffffffff82168015610a79577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff67ffffffffffffffff818193019516019284161615808015610a71575b60009015610a35575086905b600180861614610a265715610a1e576000925b93611fe0600094604051936001855380875260205260051b16830191856001965b61099f575050500360051c918261098f575b5051906020519380820361095f575050838114801590610955575b6109145750505050565b60849450604051937f93f883320000000000000000000000000000000000000000000000000000000085526004850152602484015260448301526064820152fd5b508183141561090a565b7f9dfc5e870000000000000000000000000000000000000000000000000000000060005260045260245260446000fd5b60203d1416156101b257386108ef565b90919295600184166000146109ef5760209087356001850152865160218501908152828860418760025afa9083519052828060418760025afa1616965b01925b60011c9060011c809291926108dd565b818414610a17576020908151600185015287356021850152818060418660025afa16966109dc565b95926109df565b6001926108bc565b939260011c9260011c936108a9565b8615610a4457508135906108a9565b807f4e487b7100000000000000000000000000000000000000000000000000000000602492526032600452fd5b50851561089d565b5050505050809150610a885750565b7f9dfc5e8700000000000000000000000000000000000000000000000000000000600052600452600060245260446000fd5b73ffffffffffffffffffffffffffffffffffffffff16806000526000602052604060002054918215610b1f5750600182146107ef577f622ac47a0000000000000000000000000000000000000000000000000000000060005260045260245260446000fd5b91505056'

/** Runtime bytecode deployed at the contract's address. */
export const logAnchorRuntimeCode =
  '0x608080604052600436101561001357600080fd5b60003560e01c9081631db0e136146106b9575080635adbc9c71461063e5780637bf2fd36146104d0578063811c66ac146103b7578063a4cb851c1461026a5763ac2cdcc61461006157600080fd5b346102655760c07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126102655761009861071a565b6100a061073d565b6044356064356084359367ffffffffffffffff85168095036102655760a43567ffffffffffffffff8111610265576100ff946100e967ffffffffffffffff923690600401610754565b9690938260005286602052604060002090610785565b1680861015610234577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff01949160009260405191600183538085526020528291876001985b6101b5575050500360051c93846101a2575b505060205191808403610170576020838360405191148152f35b83907f9dfc5e870000000000000000000000000000000000000000000000000000000060005260045260245260446000fd5b60203d1416156101b25738610156565b80fd5b90919297600184166000146102055760209089356001850152865160218501908152828860418760025afa9083519052828060418760025afa1616985b01925b60011c9060011c80929192610144565b81841461022d576020908151600185015289356021850152818060418660025afa16986101f2565b97926101f5565b857fa642bff60000000000000000000000000000000000000000000000000000000060005260045260245260446000fd5b600080fd5b346102655760607ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc360112610265576102a161071a565b6102a961073d565b9060443573ffffffffffffffffffffffffffffffffffffffff82169182600052600160205273ffffffffffffffffffffffffffffffffffffffff6040600020541633810361038257507f4cb413cc820bcb653dfe5880a566cfe92355b583d8dfe0883cbeacec2212dd089161037d91856000528160205261032f60406000208092610785565b61033833610aba565b33600052600060205260406000205583600052600060205260016040600020556040519182913396836020909392919367ffffffffffffffff60408201951681520152565b0390a3005b837f7de34ae8000000000000000000000000000000000000000000000000000000006000526004526024523360445260646000fd5b346102655760207ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc360112610265576103ee61071a565b33600052600060205260016040600020541461047a5733600052600160205273ffffffffffffffffffffffffffffffffffffffff6040600020911690817fffffffffffffffffffffffff0000000000000000000000000000000000000000825416179055337f8b2dd8d29de3ade1de74555e853c8de92afb03e1c2f7d4ff0d92af31b1b46a28600080a3005b33600052600160205273ffffffffffffffffffffffffffffffffffffffff604060002054167f1c848342000000000000000000000000000000000000000000000000000000006000523360045260245260446000fd5b346102655760a07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126102655760043567ffffffffffffffff811690818103610265576024356044359267ffffffffffffffff841691828503610265576064359360843567ffffffffffffffff811161026557610553903690600401610754565b949093801580610636575b156106215761056f60005b33610785565b808211156105f157877f0cd48d2f0de2b26babeaa563bc19f67e7b14bb998edeaabe4592e8b4472dda6b6105ec896105ab8a8a83878c8c61084b565b836000528060205260406000203360005260006020526040600020556040519182913395836020909392919367ffffffffffffffff60408201951681520152565b0390a2005b7facc3d3c70000000000000000000000000000000000000000000000000000000060005260045260245260446000fd5b826000528360205261056f6040600020610569565b50831561055e565b346102655760207ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126102655773ffffffffffffffffffffffffffffffffffffffff61068a61071a565b166000526001602052602073ffffffffffffffffffffffffffffffffffffffff60406000205416604051908152f35b346102655760207ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126102655760209073ffffffffffffffffffffffffffffffffffffffff61070861071a565b16600052600082526040600020548152f35b6004359073ffffffffffffffffffffffffffffffffffffffff8216820361026557565b6024359067ffffffffffffffff8216820361026557565b9181601f840112156102655782359167ffffffffffffffff8311610265576020808501948460051b01011161026557565b73ffffffffffffffffffffffffffffffffffffffff1660008181526020819052604090205491928284146108455750600182146107ef577f23955b660000000000000000000000000000000000000000000000000000000060005260045260245260445260646000fd5b80600052600160205273ffffffffffffffffffffffffffffffffffffffff60406000205416907f1c8483420000000000000000000000000000000000000000000000000000000060005260045260245260446000fd5b92505050565b90949367ffffffffffffffff82168015610a79577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff67ffffffffffffffff818193019516019284161615808015610a71575b60009015610a35575086905b600180861614610a265715610a1e576000925b93611fe0600094604051936001855380875260205260051b16830191856001965b61099f575050500360051c918261098f575b5051906020519380820361095f575050838114801590610955575b6109145750505050565b60849450604051937f93f883320000000000000000000000000000000000000000000000000000000085526004850152602484015260448301526064820152fd5b508183141561090a565b7f9dfc5e870000000000000000000000000000000000000000000000000000000060005260045260245260446000fd5b60203d1416156101b257386108ef565b90919295600184166000146109ef5760209087356001850152865160218501908152828860418760025afa9083519052828060418760025afa1616965b01925b60011c9060011c809291926108dd565b818414610a17576020908151600185015287356021850152818060418660025afa16966109dc565b95926109df565b6001926108bc565b939260011c9260011c936108a9565b8615610a4457508135906108a9565b807f4e487b7100000000000000000000000000000000000000000000000000000000602492526032600452fd5b50851561089d565b5050505050809150610a885750565b7f9dfc5e8700000000000000000000000000000000000000000000000000000000600052600452600060245260446000fd5b73ffffffffffffffffffffffffffffffffffffffff16806000526000602052604060002054918215610b1f5750600182146107ef577f622ac47a0000000000000000000000000000000000000000000000000000000060005260045260245260446000fd5b91505056'

/** LogAnchor's functions; sizes and indexes are bigint, hashes and addresses 0x-prefixed hex. */
export type LogAnchorMethods = {
  readonly anchor: BaseContractMethod<[oldSize: bigint, oldRoot: string, newSize: bigint, newRoot: string, proof: readonly string[]], void, ContractTransactionResponse>
  readonly headOf: BaseContractMethod<[operator: string], string, string>
  readonly isIncluded: BaseContractMethod<[operator: string, size: bigint, root: string, leafHash: string, index: bigint, proof: readonly string[]], boolean, boolean>
  readonly nameSuccessor: BaseContractMethod<[to: string], void, ContractTransactionResponse>
  readonly successorOf: BaseContractMethod<[operator: string], string, string>
  readonly takeOver: BaseContractMethod<[from: string, size: bigint, root: string], void, ContractTransactionResponse>
}

/** An ethers contract with LogAnchor's functions. */
export type LogAnchor = BaseContract & LogAnchorMethods

/** The contract at `address`; with a provider as runner it can only read, with a signer also write. */
export function connectLogAnchor(address: string, runner: ContractRunner): LogAnchor {
  return BaseContract.from<LogAnchorMethods>(address, logAnchorAbi, runner)
}
