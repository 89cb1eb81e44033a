// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IBoughtToken {
    function transfer(address to, uint256 value) external returns (bool);
}

interface IWrapper {
    function deposit() external payable;
    function transfer(address to, uint256 value) external returns (bool);
}

/// Orders that sell ether, in the form of CoW Protocol's eth-flow: they wait here, their owner may take them back, and the
/// settlement fills them later. To the settlement this contract is their owner.
contract OrderEscrow {
    struct Order {
        address sellToken;
        address buyToken;
        address receiver;
        uint256 sellAmount;
        uint256 buyAmount;
        uint32 validTo;
        bytes32 appData;
        uint256 feeAmount;
        bytes32 kind;
        bool partiallyFillable;
        bytes32 sellTokenBalance;
        bytes32 buyTokenBalance;
    }

    struct Signature {
        uint8 scheme;
        bytes data;
    }

    struct Waiting {
        address owner;
        address buyToken;
        uint256 amount;
    }

    address public immutable wrapper;
    address public immutable settlement;
    Waiting[] private _orders;

    event OrderPlacement(address indexed sender, Order order, Signature signature, bytes data);
    event OrderInvalidation(bytes orderUid);

    constructor(address wrapper_, address settlement_) {
        wrapper = wrapper_;
        settlement = settlement_;
    }

    function createOrder(address buyToken, uint256 buyAmount) external payable returns (uint256 id) {
        id = _orders.length;
        _orders.push(Waiting(msg.sender, buyToken, msg.value));
        Order memory order;
        order.sellToken = wrapper;
        order.buyToken = buyToken;
        order.receiver = msg.sender;
        order.sellAmount = msg.value;
        order.buyAmount = buyAmount;
        order.validTo = type(uint32).max;
        order.kind = keccak256("sell");
        emit OrderPlacement(msg.sender, order, Signature(0, abi.encodePacked(address(this))), abi.encodePacked(id));
    }

    function invalidateOrder(uint256 id) external {
        Waiting memory order = _orders[id];
        require(order.owner == msg.sender && order.amount > 0, "OrderEscrow: not yours");
        delete _orders[id];
        emit OrderInvalidation(uidOf(id));
        (bool isPaid,) = msg.sender.call{value: order.amount}("");
        require(isPaid, "OrderEscrow: not paid");
    }

    /// Only the settlement takes an order, to fill it. What was ether is wrapped on the way, as it is there.
    function take(uint256 id) external returns (address owner, address buyToken, uint256 amount) {
        require(msg.sender == settlement, "OrderEscrow: not the settlement");
        Waiting memory order = _orders[id];
        require(order.amount > 0, "OrderEscrow: gone");
        delete _orders[id];
        IWrapper(wrapper).deposit{value: order.amount}();
        require(IWrapper(wrapper).transfer(settlement, order.amount), "OrderEscrow: not paid");
        return (order.owner, order.buyToken, order.amount);
    }

    function uidOf(uint256 id) public view returns (bytes memory) {
        return abi.encodePacked(bytes32(id), address(this), type(uint32).max);
    }
}

/// Fills orders, in the form of CoW Protocol's settlement. It has been given what it pays out.
contract OrderSettlement {
    event Trade(
        address indexed owner,
        address sellToken,
        address buyToken,
        uint256 sellAmount,
        uint256 buyAmount,
        uint256 feeAmount,
        bytes orderUid
    );

    function settle(OrderEscrow escrow, uint256 id, uint256 bought) external {
        (address owner, address buyToken, uint256 sold) = escrow.take(id);
        emit Trade(address(escrow), escrow.wrapper(), buyToken, sold, bought, 0, escrow.uidOf(id));
        require(IBoughtToken(buyToken).transfer(owner, bought), "OrderSettlement: transfer failed");
    }
}
